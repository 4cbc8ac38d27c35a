/** How often partners' surveys drop people late, from the sessions of the last 30 days. Counted once a day, so that reading is cheap. */
import { southAfricanDate } from '@panel/domain/calendar';
import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { isLeftOut, LATE_END_MINUTES, LATE_ENDS, type LateEndRules } from '@panel/domain/partners/late-ends';
import { LONGEST_VISIT_MINUTES } from '@panel/domain/partners/length';
import type { Partner } from '@panel/domain/partners/partners';
import { surveyName } from '@panel/domain/wording/survey-list';
import { type Database, type Queries, sql } from '../platform/database/database.ts';

const PERIOD_MS = 30 * DAY_MS;
const SHOWN = 20;

/** Runs once a day. Returns the number of rows: one for each partner, and one for each of its surveys. */
export async function countLateEnds(database: Database, at: Date): Promise<number> {
  const today = southAfricanDate(at);
  if (await database.one(sql`select from survey_ends where counted_on >= ${today} limit 1`)) return 0;
  return database.transaction(async (tx) => {
    await tx.many(sql`delete from survey_ends`);
    return tx.affected(sql`
      insert into survey_ends (partner, survey_id, counted_on, sessions, late_ends, minutes)
      select t.partner, coalesce(t.survey_id, ''), ${today}::date, count(*)::int, count(t.late)::int,
        percentile_disc(0.5) within group (order by t.late)
      from (
        select s.partner, coalesce(s.survey_id, e.survey_id, '?') as survey_id,
          case when coalesce(nullif(s.outcome, 'drop'), s.return_outcome) = any(${LATE_ENDS}::text[]) and m.minutes between ${LATE_END_MINUTES} and ${LONGEST_VISIT_MINUTES}
            then m.minutes end as late
        from survey_sessions s
        left join lateral (
          select b.survey_id from partner_events b where b.session_id = s.id and b.survey_id is not null order by b.id limit 1
        ) e on s.survey_id is null
        cross join lateral (
          select round(extract(epoch from coalesce(s.returned_at, s.ended_at) - s.created_at) / 60)::int as minutes
        ) m
        where s.created_at >= ${addMs(at, -PERIOD_MS)} and s.created_at < ${at} and s.ended_at is not null
      ) t
      group by grouping sets ((t.partner), (t.partner, t.survey_id))
      having grouping(t.survey_id) = 1 or t.survey_id <> '?'`);
  });
}

type Counts = { readonly surveyId: string; readonly sessions: number; readonly lateEnds: number };

/** The surveys of a partner that the list leaves out, among these. */
export async function surveysLeftOut(
  db: Queries,
  rules: LateEndRules,
  partner: Partner,
  surveyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<Counts>(sql`
    select survey_id as "surveyId", sessions, late_ends as "lateEnds" from survey_ends
    where partner = ${partner} and survey_id = any(${surveyIds}::text[])`);
  return new Set(rows.filter((row) => isLeftOut(rules, row)).map(({ surveyId }) => surveyId));
}

type LateEndRow = Counts & {
  readonly partner: Partner;
  readonly number: string | null;
  readonly minutes: number | null;
};

/** Each partner, then the surveys that drop the largest shares late. */
export async function lateEndsOf(db: Queries, rules: LateEndRules): Promise<PartnersPageData['lateEnds']> {
  const rows = await db.many<LateEndRow>(sql`
    select e.partner, e.survey_id as "surveyId", n.number, e.sessions, e.late_ends as "lateEnds", e.minutes
    from survey_ends e left join partner_surveys n on n.partner = e.partner and n.survey_id = e.survey_id
    where e.survey_id = ''
    union all
    (select e.partner, e.survey_id, n.number, e.sessions, e.late_ends, e.minutes
    from survey_ends e left join partner_surveys n on n.partner = e.partner and n.survey_id = e.survey_id
    where e.survey_id <> '' and e.sessions >= ${rules.minSessions} and e.late_ends > 0
    order by e.late_ends::float / e.sessions desc, e.partner, e.survey_id limit ${SHOWN})`);
  return rows.map(({ partner, surveyId, number, sessions, lateEnds, minutes }) => ({
    partner,
    survey: surveyId === '' ? null : number === null ? surveyId : `${surveyName(Number(number))} (${surveyId})`,
    sessions,
    lateEnds,
    medianMinutes: minutes,
    leftOut: surveyId !== '' && isLeftOut(rules, { sessions, lateEnds }),
  }));
}
