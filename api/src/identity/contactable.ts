/** Who is a member of the panel, and who may be contacted. */
import { addMonths } from '@panel/domain/calendar';
import { ACTIVE_MONTHS } from '@panel/domain/panelists/rules';
import { type Queries, type Statement, sql } from '../platform/database/database.ts';
import { openOrNull } from '../platform/security/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** A member is a panelist whose status is approved. Few are not, so an index finds those. A condition on `panelist_id`. */
export const IS_MEMBER: Statement = sql`
  not exists (select from panelists n where n.id = panelist_id and n.status <> 'approved')`;

export const countMembers = (db: Queries): Promise<number> =>
  db.value(sql`
    select (select count(*) from panelists)::int - (select count(*) from panelists where status <> 'approved')::int as count`);

/** Panelists who were last active before this are not contacted. */
export const activeSince = (at: Date): Date => addMonths(at, -ACTIVE_MONTHS);

/** Who may be contacted: members who are opted in and active. A condition on a panelist `p`. */
const isContactable = (at: Date): Statement => sql`
  p.status = 'approved' and p.last_active_at > ${activeSince(at)}
    and exists (select from preferences r where r.panelist_id = p.id and r.receive)`;

/** The panelists among these who may be contacted. */
export async function contactable(db: Queries, panelistIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const ids = await db.column<string>(
    sql`select id from panelists p where id = any(${panelistIds}::uuid[]) and ${isContactable(at)}`,
  );
  return new Set(ids);
}

/** The did of a panelist who may be contacted now, or null. */
export async function contactableDid(db: Queries, vault: Vault, panelistId: string, at: Date): Promise<string | null> {
  const row = await db.one<{ didSealed: Buffer }>(
    sql`select did_sealed as "didSealed" from panelists p where id = ${panelistId} and ${isContactable(at)}`,
  );
  if (!row) return null;
  return openOrNull(await vault.panelistKeys.opener(panelistId), vaultLabel.panelistDid(panelistId), row.didSealed);
}
