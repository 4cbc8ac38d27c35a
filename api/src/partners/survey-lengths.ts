/** How long each survey usually takes, from the completions of the last 90 days. Counted once a day, so that a callback only looks it up. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { type Database, sql } from '../platform/database/database.ts';

const PERIOD_MS = 90 * DAY_MS;

/** Runs once a day. Completions that are withheld or were taken back don't count, so that a farm can't shorten the median. Returns the number of surveys. */
export async function countSurveyLengths(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  if (await database.one(sql`select from survey_lengths where counted_on >= ${today} limit 1`)) return 0;
  return database.transaction(async (tx) => {
    await tx.many(sql`delete from survey_lengths`);
    return tx.affected(sql`
      insert into survey_lengths (partner, survey_id, counted_on, completes, median_seconds)
      select r.partner, r.survey_id, ${today}::date, count(*)::int,
        percentile_disc(0.5) within group (order by s.length_seconds)
      from rewards r join survey_sessions s on s.id = r.session_id
      where r.earned_at >= ${addMs(at, -PERIOD_MS)} and r.earned_at < ${at} and r.state <> 'reversed'
        and r.survey_id <> r.session_id and s.length_seconds is not null
      group by r.partner, r.survey_id`);
  });
}
