/** Who may be contacted: panelists who are approved, opted in and active. */
import { addMonths } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { type Queries, sql } from '../platform/database/database.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** Panelists who were last active before this are not contacted. */
export const activeSince = (at: Date): Date => addMonths(at, -ACTIVE_MONTHS);

/** The panelists among these who may be contacted. */
export async function contactable(db: Queries, panelistIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const ids = await db.column<string>(
    sql`select id from panelists where id = any(${panelistIds}::uuid[]) and reachable_at > ${activeSince(at)}`,
  );
  return new Set(ids);
}

/** The did of a panelist who may be contacted now, or null. */
export async function contactableDid(db: Queries, vault: Vault, panelistId: string, at: Date): Promise<string | null> {
  const row = await db.one<{ didSealed: Buffer }>(
    sql`select did_sealed as "didSealed" from panelists where id = ${panelistId} and reachable_at > ${activeSince(at)}`,
  );
  if (!row) return null;
  return (await vault.panelistKeys.opener(panelistId)).open(vaultLabel.panelistDid(panelistId), row.didSealed);
}
