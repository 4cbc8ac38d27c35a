/** Which panelist a call is about. A did is the only identity; every feature finds its panelist here. */
import { addMonths } from '@panel/domain/calendar';
import { isDid, PURGE_MONTHS } from '@panel/domain/panelists/rules';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside } from '../platform/failed-items.ts';
import { Problem } from '../platform/http/problems.ts';
import type { Cipher } from '../platform/security/cipher.ts';
import { openOrNull } from '../platform/security/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

export type StoredPanelist = {
  readonly id: string;
  readonly didSealed: Buffer;
  readonly status: PanelistStatus;
  readonly registeredAt: Date;
  readonly lastActiveAt: Date;
};

const PANELIST = sql`
  select id, did_sealed as "didSealed", status, registered_at as "registeredAt", last_active_at as "lastActiveAt" from panelists`;

/** A did as the tables store it. A malformed one is answered exactly like an unknown one. */
export function didIndexOf(vault: Vault, did: unknown): Buffer {
  if (!isDid(did)) throw new Problem('unknown-panelist');
  return vault.digest('did', did);
}

export function requirePanelist<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Problem('unknown-panelist');
  return row;
}

export async function identify(db: Queries, vault: Vault, did: string): Promise<StoredPanelist> {
  const didIndex = didIndexOf(vault, did);
  return requirePanelist(await db.one<StoredPanelist>(sql`${PANELIST} where did_index = ${didIndex}`));
}

/** Locks the panelist until the transaction ends, so that one panelist's concurrent calls run in turn. */
export async function lockPanelist(tx: Tx, vault: Vault, did: string): Promise<StoredPanelist> {
  const didIndex = didIndexOf(vault, did);
  return requirePanelist(
    await tx.one<StoredPanelist>(sql`${PANELIST} where did_index = ${didIndex} for no key update`),
  );
}

/** Undefined if the profile is deleted. */
const findPanelist = (db: Queries, panelistId: string): Promise<StoredPanelist | undefined> =>
  db.one<StoredPanelist>(sql`${PANELIST} where id = ${panelistId}`);

/** Locks a panelist by id until the transaction ends. Undefined if the profile is deleted. */
export const findAndLockPanelist = (tx: Tx, panelistId: string): Promise<StoredPanelist | undefined> =>
  tx.one<StoredPanelist>(sql`${PANELIST} where id = ${panelistId} for no key update`);

type NewPanelist = {
  readonly id: string;
  readonly did: string;
  readonly number: string;
  readonly status: PanelistStatus;
  readonly registrationDigest: Buffer;
};

/** Registers a panelist. Fails with a unique violation if the did or number is already registered. */
export function insertPanelistStatement(vault: Vault, key: Cipher, panelist: NewPanelist, at: Date): Statement {
  const { id, did, number, status, registrationDigest } = panelist;
  const [didIndex, numberIndex] = [vault.digest('did', did), vault.digest('number', number)];
  return sql`
    insert into panelists
      (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at, inactivity_check_at)
    values
      (${id}, ${didIndex}, ${key.seal(vaultLabel.panelistDid(id), did)}, ${numberIndex}, ${status}, ${registrationDigest},
       ${at}, ${at}, ${addMonths(at, PURGE_MONTHS)})`;
}

type Registration = { readonly status: PanelistStatus; readonly digest: Buffer; readonly registeredAt: Date };

export const findRegistration = (db: Queries, vault: Vault, did: string): Promise<Registration | undefined> =>
  db.one<Registration>(sql`
    select status, registration_digest as digest, registered_at as "registeredAt"
    from panelists where did_index = ${vault.digest('did', did)}`);

/** Rows that refer to the panelist are deleted with it, or lose the reference. */
export const deletePanelist = (tx: Tx, panelistId: string) =>
  tx.run(sql`delete from panelists where id = ${panelistId}`);

/** The status belongs to the person, so it also applies to tombstones of earlier profiles. Returns whether the panelist still exists. */
export const setStatus = async (tx: Tx, panelistId: string, status: PanelistStatus): Promise<boolean> =>
  (await tx.run(
    sql`update panelists set status = ${status} where id = ${panelistId}`,
    sql`
      update tombstones t set status = ${status} from panelists p
      where p.id = ${panelistId} and (t.did_index = p.did_index or t.number_index = p.number_index)`,
  )) > 0;

/** A panelist who took part in the last twelve months is active. Only active panelists are contacted. */
export const activityStatement = (panelistId: string, at: Date): Statement =>
  sql`update panelists set last_active_at = greatest(last_active_at, ${at}) where id = ${panelistId}`;

/** Needs no key, so it can be read while the key store is down. */
export const panelistById = async (db: Queries, panelistId: string): Promise<StoredPanelist> =>
  requirePanelist(await findPanelist(db, panelistId));

/** Null if it can't be read any more. */
export async function readDid(db: Queries, vault: Vault, panelistId: string): Promise<string | null> {
  const { didSealed } = await panelistById(db, panelistId);
  return openOrNull(await vault.panelistKeys.opener(panelistId), vaultLabel.panelistDid(panelistId), didSealed);
}

type InactivityCheck = {
  readonly lastActiveAt: Date;
  /** When the panelist was told that the profile will be deleted. */
  readonly noticeAt: Date | null;
};

/** The most overdue panelists to check, without those that are set aside. */
export const inactivityChecksDue = (db: Queries, at: Date, limit: number): Promise<string[]> =>
  db.column(sql`
    select id from panelists p where inactivity_check_at <= ${at} and ${isNotSetAside('inactivity', sql`p.id::text`, at)}
    order by inactivity_check_at limit ${limit}`);

/** Undefined if the check isn't due any more. */
export const lockInactivityCheck = (tx: Tx, panelistId: string, at: Date) =>
  tx.one<InactivityCheck>(sql`
    select last_active_at as "lastActiveAt", inactivity_notice_at as "noticeAt" from panelists
    where id = ${panelistId} and inactivity_check_at <= ${at} for no key update`);

export const setInactivityCheck = (tx: Tx, panelistId: string, checkAt: Date, noticeAt: Date | null) =>
  tx.run(sql`
    update panelists set inactivity_check_at = ${checkAt}, inactivity_notice_at = ${noticeAt} where id = ${panelistId}`);

/** The did of a panelist who has been inactive since then; null otherwise, or if it can't be read any more. */
export async function inactiveDid(db: Queries, vault: Vault, panelistId: string, since: Date): Promise<string | null> {
  const panelist = await findPanelist(db, panelistId);
  return panelist && panelist.lastActiveAt <= since ? readDid(db, vault, panelistId) : null;
}
