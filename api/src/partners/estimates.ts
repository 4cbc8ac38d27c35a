/** The usual reward and length of a partner's surveys, from our completions of the last 30 days. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { wholeMinutes } from '@panel/domain/partners/length';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { type Database, sql } from '../platform/database/database.ts';

const PERIOD_MS = 30 * DAY_MS;
/** An estimate from fewer completions isn't shown. */
export const MIN_COMPLETIONS = 30;

type Estimate = {
  readonly partner: Partner;
  readonly completions: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly seconds: number | null;
};

/** Runs once a day. Returns the number of partners updated. */
export async function countEstimates(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  if (await database.one(sql`select from survey_estimates where counted_on >= ${today} limit 1`)) return 0;
  const counts = await database.many<Estimate>(sql`
    select p.partner, count(r.id)::int as completions,
      percentile_disc(0.25) within group (order by r.amount) as "from", percentile_disc(0.75) within group (order by r.amount) as "to",
      percentile_disc(0.5) within group (order by s.length_seconds) as seconds
    from unnest(${PARTNERS}::text[]) p (partner)
    left join rewards r on r.partner = p.partner and r.earned_at >= ${addMs(at, -PERIOD_MS)} and r.earned_at < ${at}
      and r.state <> 'reversed'
    left join survey_sessions s on s.id = r.session_id
    group by p.partner`);
  const columnOf = <Value>(pick: (estimate: Estimate) => Value) => counts.map(pick);
  return database.affected(sql`
    insert into survey_estimates (partner, counted_on, completions, reward_from, reward_to, minutes)
    select e.partner, ${today}::date, e.completions, e.reward_from, e.reward_to, e.minutes
    from unnest(
      ${columnOf(({ partner }) => partner)}::text[], ${columnOf(({ completions }) => completions)}::int[],
      ${columnOf(({ from }) => from)}::bigint[], ${columnOf(({ to }) => to)}::bigint[],
      ${columnOf(({ seconds }) => seconds && wholeMinutes(seconds))}::int[]
    ) as e (partner, completions, reward_from, reward_to, minutes)
    on conflict (partner) do update set counted_on = excluded.counted_on, completions = excluded.completions,
      reward_from = excluded.reward_from, reward_to = excluded.reward_to, minutes = excluded.minutes`);
}
