/** What is kept of deleted profiles. */
import { leavesTombstone, type PanelistStatus, SEVEREST_FIRST } from '@panel/domain/panelists/status';
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';

export type PaidSurvey = { readonly partner: Partner; readonly surveyId: string };

/**
 * Keeps what deleting a profile must not undo, if there is anything. The panelist's row must be locked. It stores only the day, because the
 * exact time would lead to the wallet's last transfer.
 */
export async function insertTombstone(
  tx: Tx,
  panelistId: string,
  { debt, surveys }: { readonly debt: bigint; readonly surveys: readonly PaidSurvey[] },
  at: Date,
): Promise<void> {
  const status = await tx.value<PanelistStatus>(sql`select status from panelists where id = ${panelistId}`);
  if (!leavesTombstone({ status, debt, surveys })) return;
  await tx.run(
    sql`
    insert into tombstones as t (did_index, number_index, status, debt, deleted_at)
    select did_index, number_index, status, ${debt}, date_trunc('day', ${at}::timestamptz, 'Africa/Johannesburg')
    from panelists where id = ${panelistId}
    on conflict (did_index, number_index) do update set status = excluded.status, debt = t.debt + excluded.debt,
      deleted_at = excluded.deleted_at`,
    sql`
    insert into tombstone_surveys (did_index, number_index, partner, survey_id)
    select p.did_index, p.number_index, s.partner, s.survey_id
    from panelists p, unnest(${surveys.map(({ partner }) => partner)}::text[], ${surveys.map(({ surveyId }) => surveyId)}::text[]) as s (partner, survey_id)
    where p.id = ${panelistId}
    on conflict do nothing`,
  );
}

type Person = { readonly did: string; readonly number: string };

/** The tombstones of earlier profiles of the did or number. */
const tombstonesOfPerson = (vault: Vault, { did, number }: Person): Statement =>
  sql`did_index = ${vault.digest('did', did)} or number_index = ${vault.digest('number', number)}`;

/** Locks a person's tombstones, and reads what a new profile takes over: the severest status, and the debts. */
export async function lockTombstones(
  tx: Tx,
  vault: Vault,
  person: Person,
): Promise<{ readonly status: PanelistStatus; readonly debt: bigint; readonly isReturner: boolean }> {
  const rows = await tx.many<{ status: PanelistStatus; debt: string }>(sql`
    select status, debt from tombstones where ${tombstonesOfPerson(vault, person)} for no key update`);
  return {
    status: SEVEREST_FIRST.find((severe) => rows.some(({ status }) => status === severe)) ?? 'approved',
    debt: rows.reduce((sum, { debt }) => sum + BigInt(debt), 0n),
    isReturner: rows.length > 0,
  };
}

/** The debts are the new wallet's from now on. Updates those without a debt too: the database refuses a profile that has missed one. */
export const takeOverTombstonesStatement = (vault: Vault, person: Person): Statement =>
  sql`update tombstones set debt = 0 where ${tombstonesOfPerson(vault, person)}`;

/** What is kept of a panelist's earlier profiles. */
export const tombstonesOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select t.status, t.debt, t.deleted_at as "deletedAt", (
      select coalesce(jsonb_agg(jsonb_build_object('partner', s.partner, 'survey', s.survey_id) order by s.partner, s.survey_id), '[]')
      from tombstone_surveys s where s.did_index = t.did_index and s.number_index = t.number_index) as surveys
    from panelists p join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index
    where p.id = ${panelistId} order by t.deleted_at`);

/** Returns the number of tombstones deleted. */
export const deleteTombstonesBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.run(sql`
    delete from tombstones
    where ctid = any(array(select ctid from tombstones where deleted_at < ${before} order by deleted_at limit ${limit}))`);
