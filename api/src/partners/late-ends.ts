/** How often partners' surveys drop people late, as `countSurveys` has counted it. */
import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { isLeftOut, LATE_END_MIN_PEOPLE } from '@panel/domain/partners/length';
import type { Partner } from '@panel/domain/partners/partners';
import { surveyName } from '@panel/domain/wording/survey-list';
import { type Queries, sql } from '../platform/database/database.ts';

const SHOWN = 20;

type Counts = { readonly surveyId: string; readonly people: number; readonly droppedLate: number };

/** The surveys of a partner that the list leaves out, among these. */
export async function surveysLeftOut(
  db: Queries,
  partner: Partner,
  surveyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many<Counts>(sql`
    select survey_id as "surveyId", people, dropped_late as "droppedLate" from survey_ends
    where partner = ${partner} and survey_id = any(${surveyIds}::text[])`);
  return new Set(rows.filter((row) => isLeftOut(row)).map(({ surveyId }) => surveyId));
}

type LateEndRow = Counts & {
  readonly partner: Partner;
  readonly number: string | null;
  readonly minutes: number | null;
};

/** Each partner, then the surveys that drop the largest shares late. */
export async function lateEndsOf(db: Queries): Promise<PartnersPageData['lateEnds']> {
  const rows = await db.many<LateEndRow>(sql`
    select e.partner, e.survey_id as "surveyId", n.number, e.people, e.dropped_late as "droppedLate", e.minutes
    from survey_ends e left join partner_surveys n on n.partner = e.partner and n.survey_id = e.survey_id
    where e.survey_id = ''
    union all
    (select e.partner, e.survey_id, n.number, e.people, e.dropped_late, e.minutes
    from survey_ends e left join partner_surveys n on n.partner = e.partner and n.survey_id = e.survey_id
    where e.survey_id <> '' and e.dropped_late >= ${LATE_END_MIN_PEOPLE}
    order by e.dropped_late::float / e.people desc, e.partner, e.survey_id limit ${SHOWN})`);
  return rows.map(({ partner, surveyId, number, people, droppedLate, minutes }) => ({
    partner,
    survey: surveyId === '' ? null : number === null ? surveyId : `${surveyName(Number(number))} (${surveyId})`,
    people,
    droppedLate,
    medianMinutes: minutes,
    leftOut: surveyId !== '' && isLeftOut({ people, droppedLate }),
  }));
}
