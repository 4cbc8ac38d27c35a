/** The usual reward and length of a partner's surveys, from our completions of the last 30 days. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { PARTNERS } from '@panel/domain/partners/partners';
import { type Database, sql } from '../platform/database/database.ts';

const PERIOD_MS = 30 * DAY_MS;
/** An estimate from fewer completions isn't shown. */
export const MIN_COMPLETIONS = 30;

/** Runs once a day. Returns the number of partners updated. */
export async function countEstimates(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  const counted = await database.one(sql`select from survey_estimates where counted_on >= ${today} limit 1`);
  if (counted) return 0;
  const rows = await database.write(sql`
    insert into survey_estimates (partner, counted_on, completions, reward_from, reward_to, minutes)
    select p.partner, ${today}::date, count(r.id)::int,
      percentile_disc(0.25) within group (order by r.amount), percentile_disc(0.75) within group (order by r.amount),
      round(percentile_cont(0.5) within group (
        order by extract(epoch from coalesce(s.returned_at, r.earned_at) - s.created_at) / 60))::int
    from unnest(${PARTNERS}::text[]) p (partner)
    left join rewards r on r.partner = p.partner and r.earned_at >= ${addMs(at, -PERIOD_MS)} and r.earned_at < ${at}
      and r.state <> 'reversed'
    left join survey_sessions s on s.id = r.session_id
    group by p.partner
    on conflict (partner) do update set counted_on = excluded.counted_on, completions = excluded.completions,
      reward_from = excluded.reward_from, reward_to = excluded.reward_to, minutes = excluded.minutes
    returning 1`);
  return rows.length;
}
