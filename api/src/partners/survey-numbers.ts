/** Our own numbers of the partners' surveys. */
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Queries, type Statement, sql } from '../platform/database/database.ts';

/** The part that numbers a survey that a partner names for the first time. */
export const numberSurveyStatement = (partner: Partner, surveyId: string): Statement =>
  sql`
    insert into partner_surveys (partner, survey_id)
    select ${partner}, ${surveyId}
    where not exists (select from partner_surveys where partner = ${partner} and survey_id = ${surveyId})
    on conflict do nothing`;

/** Our number of each of a partner's surveys, by the partner's id. A survey that is named for the first time gets its number here. */
export async function surveyNumbers(
  database: Database,
  partner: Partner,
  surveyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const read = () =>
    database.many<{ id: string; number: string }>(sql`
      select survey_id as id, number from partner_surveys where partner = ${partner} and survey_id = any(${surveyIds}::text[])`);
  let known = await read();
  if (known.length < surveyIds.length) {
    // Only the new ones: a conflict uses up a number too.
    const unnumbered = surveyIds.filter((id) => !known.some((one) => one.id === id));
    await database.write(sql`
      insert into partner_surveys (partner, survey_id) select ${partner}, id from unnest(${unnumbered}::text[]) id
      on conflict do nothing`);
    known = await read();
  }
  return new Map(known.map(({ id, number }) => [id, Number(number)]));
}

/** The survey of a number. */
export const surveyNumbered = (db: Queries, number: number) =>
  db.one<{ partner: Partner; surveyId: string }>(sql`
    select partner, survey_id as "surveyId" from partner_surveys where number = ${number}`);
