/** When each profiling survey is due for each panelist. */
import { isApproved } from '@panel/domain/panelists/status';
import { firstDueAt, isBackAfterPause } from '@panel/domain/profiling/schedule';
import { PROFILING_SURVEYS, type ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { activityStatement, type StoredPanelist } from '../identity/panelists.ts';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside } from '../platform/failed-items.ts';

export const scheduleFirstSurveysStatement = (panelistId: string, registeredAt: Date): Statement =>
  sql`
    insert into profiling_due (panelist_id, survey, due_at, invite_at)
    select ${panelistId}::uuid, survey, due_at, due_at
    from unnest(
      ${PROFILING_SURVEYS}::text[],
      ${PROFILING_SURVEYS.map((survey) => firstDueAt(survey, registeredAt))}::timestamptz[]
    ) as s (survey, due_at)`;

export type DueSurvey = { readonly panelistId: string; readonly survey: ProfilingSurvey; readonly dueAt: Date };

/** The panelists with the most overdue surveys whose invitation is to be decided now, without those that are set aside. */
export const panelistsToInvite = (db: Queries, at: Date, limit: number): Promise<string[]> =>
  db.column(sql`
    select panelist_id from (
      select panelist_id, invite_at from profiling_due d
      where invite_at <= ${at} and ${isNotSetAside('invitations', sql`d.panelist_id::text`, at)}
      order by invite_at limit ${limit}
    ) due
    group by panelist_id order by min(invite_at)`);

/** Locks the surveys of these panelists whose invitation is to be decided now, the most overdue first. */
export const lockSurveysToInvite = (tx: Tx, panelistIds: readonly string[], at: Date): Promise<DueSurvey[]> =>
  tx.many<DueSurvey>(sql`
    select panelist_id as "panelistId", survey, due_at as "dueAt" from profiling_due
    where panelist_id = any(${panelistIds}::uuid[]) and invite_at <= ${at}
    order by invite_at
    for no key update skip locked`);

/** Sets when to decide about an invitation next. */
export const setInviteAt = (tx: Tx, surveys: readonly (DueSurvey & { readonly lookAgainAt: Date })[]) =>
  tx.run(sql`
    update profiling_due d set invite_at = s.invite_at
    from unnest(
      ${surveys.map(({ panelistId }) => panelistId)}::uuid[],
      ${surveys.map(({ survey }) => survey)}::text[],
      ${surveys.map(({ lookAgainAt }) => lookAgainAt)}::timestamptz[]
    ) as s (panelist_id, survey, invite_at)
    where d.panelist_id = s.panelist_id and d.survey = s.survey`);

/** When a survey is due; undefined if it isn't any more. */
export async function dueAtOf(db: Queries, panelistId: string, survey: ProfilingSurvey): Promise<Date | undefined> {
  const [dueAt] = await db.column<Date>(
    sql`select due_at from profiling_due where panelist_id = ${panelistId} and survey = ${survey}`,
  );
  return dueAt;
}

/** Makes postponed invitations due at once. Waits for a decision about them that is being made. */
export const reconsiderInvitationsStatement = (panelistId: string): Statement =>
  sql`update profiling_due set invite_at = due_at where panelist_id = ${panelistId} and invite_at is not null`;

/** For a panelist who takes part: one who returns after a pause is invited at once. */
export const takePartStatements = ({ id, status, lastActiveAt }: StoredPanelist, at: Date): Statement[] => [
  ...(isApproved(status) && isBackAfterPause(lastActiveAt, at) ? [reconsiderInvitationsStatement(id)] : []),
  activityStatement(id, at),
];
