/** Who may be contacted: panelists who are approved, opted in and active. */
import { addMonths } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { combineCtes, type Queries, type Statement, sql } from '../platform/database/database.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** Panelists who were last active before this are not contacted. */
export const activeSince = (at: Date): Date => addMonths(at, -ACTIVE_MONTHS);

/** The part `contactable`. */
export const contactablePanelistsStatement = (since: Date): Statement =>
  sql`
    select p.id as panelist_id from panelists p join preferences r on r.panelist_id = p.id and r.preference = 'research'
    where p.status = 'approved' and r.receive and p.last_active_at > ${since}`;

/** The panelists among these who may be contacted. */
export async function contactable(db: Queries, panelistIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const ids = await db.column<string>(
    combineCtes(
      { contactable: contactablePanelistsStatement(activeSince(at)) },
      sql`select panelist_id from contactable where panelist_id = any(${panelistIds}::uuid[])`,
    ),
  );
  return new Set(ids);
}

/** The did of a panelist who may be contacted now, or null. */
export async function contactableDid(db: Queries, vault: Vault, panelistId: string, at: Date): Promise<string | null> {
  const row = await db.one<{ didSealed: Buffer }>(
    combineCtes(
      { contactable: contactablePanelistsStatement(activeSince(at)) },
      sql`
        select p.did_sealed as "didSealed" from contactable c join panelists p on p.id = c.panelist_id
        where c.panelist_id = ${panelistId}`,
    ),
  );
  if (!row) return null;
  return (await vault.panelistKeys.opener(panelistId)).open(vaultLabel.panelistDid(panelistId), row.didSealed);
}
