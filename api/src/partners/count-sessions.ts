/** Counts for the nightly snapshot how far the sessions of each entry day got. A later stage never exceeds an earlier one. */
import { addDays, startOfDay } from '@panel/domain/calendar';
import type { Partner } from '@panel/domain/partners/partners';
import { MICROS_PRODUCT_PER_CENT } from '../figures/day-figures.ts';
import type { Counter } from '../figures/snapshots.ts';
import { sql } from '../platform/database/database.ts';

/** The periods of the Partners page, in days. */
export const PERIODS = [7, 30, 90] as const;
const LONGEST = Math.max(...PERIODS);

export type EntryDay = {
  readonly partner: Partner;
  readonly day: string;
  readonly entered: number;
  readonly returned: number;
  readonly completed: number;
  readonly pending: number;
  readonly released: number;
  readonly reversed: number;
  /** Rewards that stand, including ones credited by hand, and their cents. */
  readonly rewarded: number;
  readonly rewards: number;
  /** In cents and parts of them, for completes that stand. */
  readonly owed: number;
};
export type MedianLength = { readonly partner: Partner; readonly days: number; readonly seconds: number };

export const countSessions: Counter = async (tx, day) => {
  const ends = startOfDay(addDays(day, 1));
  const since = PERIODS.map((days) => startOfDay(addDays(day, 1 - days)));
  const from = startOfDay(addDays(day, 1 - LONGEST));
  return {
    'entry-days': await tx.many<EntryDay>(sql`
      select s.partner, to_char(s.created_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as day, count(*)::int as entered,
        count(*) filter (where s.returned_at < ${ends})::int as returned,
        count(*) filter (where s.is_complete)::int as completed,
        count(*) filter (where s.is_complete and (r.state = 'pending' or r.state = 'available' and r.released_at >= ${ends}))::int as pending,
        count(*) filter (where s.is_complete and r.state <> 'reversed' and r.state <> 'pending' and r.released_at < ${ends})::int as released,
        count(*) filter (where s.is_complete and r.state = 'reversed')::int as reversed,
        count(*) filter (where r.state <> 'reversed')::int as rewarded,
        coalesce(sum(r.amount) filter (where r.state <> 'reversed'), 0)::float8 as rewards,
        coalesce(sum(r.usd_micros::numeric * r.zar_per_usd_micros / ${MICROS_PRODUCT_PER_CENT}::numeric)
          filter (where s.is_complete and r.state <> 'reversed'), 0)::float8 as owed
      from (
        select *, coalesce(completed_at < ${ends}, false) as is_complete from survey_sessions
        where created_at >= ${from} and created_at < ${ends}
      ) s
      left join rewards r on r.session_id = s.id and r.earned_at < ${ends}
      group by 1, 2`),
    lengths: await tx.many<MedianLength>(sql`
      select s.partner, p.days, percentile_disc(0.5) within group (order by s.length_seconds) as seconds
      from unnest(${PERIODS}::int[], ${since}::timestamptz[]) as p (days, since)
      join survey_sessions s on s.created_at >= p.since and s.created_at < ${ends} and s.completed_at < ${ends}
      group by 1, 2`),
  };
};
