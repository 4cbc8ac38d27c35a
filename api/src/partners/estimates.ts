/** What a partner's surveys usually give and how long they take, by our own completions of the last 30 days. */
import { southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { PARTNERS } from '@panel/domain/partners/partners';
import { type Database, sql } from '../platform/database.ts';
import { addMs } from '../platform/queue.ts';

const PERIOD_MS = 30 * DAY_MS;

/** Counts once a day. Returns the number of partners that were counted now. */
export async function countEstimates(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  const counted = await database.one(sql`select from survey_estimates where counted_on >= ${today} limit 1`);
  if (counted) return 0;
  const rows = await database.write(sql`
    insert into survey_estimates (partner, counted_on, completions, reward_from, reward_to, minutes)
    select partner, ${today}::date, completions, reward_from, reward_to, minutes
    from count_estimates(${PARTNERS}::text[], ${addMs(at, -PERIOD_MS)}, ${at})
    on conflict (partner) do update set counted_on = excluded.counted_on, completions = excluded.completions,
      reward_from = excluded.reward_from, reward_to = excluded.reward_to, minutes = excluded.minutes
    returning 1`);
  return rows.length;
}
