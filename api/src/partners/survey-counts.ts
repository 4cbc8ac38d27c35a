/** What is counted once a day about partners' surveys, so that reading it is cheap. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { LATE_END_MINUTES, LATE_ENDS, LONGEST_VISIT_MINUTES } from '@panel/domain/partners/length';
import { PARTNER_CONTRACTS, PARTNERS } from '@panel/domain/partners/partners';
import { type Database, sql, type Tx } from '../platform/database/database.ts';
import { processItems, withoutSetAside } from '../platform/failed-items.ts';

const SIGNED_ENDS = PARTNERS.filter((partner) => PARTNER_CONTRACTS[partner].signsEnds);
const PERIOD_MS = 30 * DAY_MS;
const LENGTHS_PERIOD_MS = 90 * DAY_MS;
/** The usual reward and length from fewer completions aren't shown. */
export const MIN_COMPLETIONS = 30;

const COUNTS: Readonly<Record<string, (tx: Tx, at: Date, today: string) => Promise<number>>> = {
  estimates: countEstimates,
  'late ends': countLateEnds,
  lengths: countLengths,
};

/** Counts once a day. Returns the number of rows that were counted. */
export function countSurveys(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  return processItems(database, at, {
    job: 'survey-counts',
    find: async () =>
      (await database.one(sql`select from survey_estimates where counted_on >= ${today} limit 1`))
        ? []
        : withoutSetAside(database, 'survey-counts', Object.keys(COUNTS), at),
    process: (names) =>
      database.transaction(async (tx) => {
        await markCounted(tx, today);
        let rows = 0;
        for (const name of names) rows += (await COUNTS[name]?.(tx, at, today)) ?? 0;
        return rows;
      }),
  });
}

/** Also if a count fails: it is tried again by itself. */
const markCounted = (tx: Tx, today: string) =>
  tx.run(sql`
    insert into survey_estimates (partner, counted_on, completions)
    select partner, ${today}, 0 from unnest(${PARTNERS}::text[]) p (partner)
    on conflict (partner) do update set counted_on = excluded.counted_on`);

/** The usual reward and length of each partner's surveys. */
function countEstimates(tx: Tx, at: Date, today: string): Promise<number> {
  return tx.run(sql`
    insert into survey_estimates (partner, counted_on, completions, reward_from, reward_to, minutes)
    select p.partner, ${today}::date, count(r.id)::int,
      percentile_disc(0.25) within group (order by r.amount), percentile_disc(0.75) within group (order by r.amount),
      round(percentile_disc(0.5) within group (order by s.length_seconds) / 60.0)::int
    from unnest(${PARTNERS}::text[]) p (partner)
    left join rewards r on r.partner = p.partner and r.earned_at >= ${addMs(at, -PERIOD_MS)} and r.earned_at < ${at}
      and r.state <> 'reversed'
    left join survey_sessions s on s.id = r.session_id
    group by p.partner
    on conflict (partner) do update set counted_on = excluded.counted_on, completions = excluded.completions,
      reward_from = excluded.reward_from, reward_to = excluded.reward_to, minutes = excluded.minutes`);
}

/** How many people each partner, and each of its surveys, drops late. Anyone can forge a return, so it counts only if the partner signs no ends. */
async function countLateEnds(tx: Tx, at: Date): Promise<number> {
  await tx.run(sql`delete from survey_ends`);
  return tx.run(sql`
    insert into survey_ends (partner, survey_id, people, dropped_late, minutes)
    select t.partner, coalesce(t.survey_id, ''), count(distinct t.panelist_id)::int,
      count(distinct t.panelist_id) filter (where t.late is not null)::int,
      percentile_disc(0.5) within group (order by t.late)
    from (
      select s.partner, s.panelist_id, coalesce(s.survey_id, e.survey_id, '?') as survey_id,
        case when m.outcome = any(${LATE_ENDS}::text[]) and m.minutes between ${LATE_END_MINUTES} and ${LONGEST_VISIT_MINUTES}
          then m.minutes end as late
      from survey_sessions s
      left join lateral (
        select b.survey_id from partner_events b where b.session_id = s.id and b.survey_id is not null order by b.id limit 1
      ) e on s.survey_id is null
      cross join lateral (
        select round(extract(epoch from least(s.returned_at, s.ended_at) - s.created_at) / 60)::int as minutes,
          case when s.partner = any(${SIGNED_ENDS}::text[]) then s.outcome
            else coalesce(nullif(s.outcome, 'drop'), s.return_outcome) end as outcome
      ) m
      where s.created_at >= ${addMs(at, -PERIOD_MS)} and s.created_at < ${at} and s.ended_at is not null
        and s.panelist_id is not null
    ) t
    group by grouping sets ((t.partner), (t.partner, t.survey_id))
    having grouping(t.survey_id) = 1 or t.survey_id <> '?'`);
}

/** How long each survey usually takes. Completions that are withheld or were taken back don't count, so that a farm can't shorten the median. */
async function countLengths(tx: Tx, at: Date): Promise<number> {
  await tx.run(sql`delete from survey_lengths`);
  return tx.run(sql`
    insert into survey_lengths (partner, survey_id, completes, median_seconds)
    select r.partner, r.survey_id, count(*)::int,
      percentile_disc(0.5) within group (order by s.length_seconds)
    from rewards r join survey_sessions s on s.id = r.session_id
    where r.earned_at >= ${addMs(at, -LENGTHS_PERIOD_MS)} and r.earned_at < ${at} and r.state <> 'reversed'
      and r.survey_id <> r.session_id and s.length_seconds is not null
    group by r.partner, r.survey_id`);
}
