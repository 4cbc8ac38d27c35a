import { sql, type Tx } from '../platform/database/database.ts';
import { openOrNull } from '../platform/security/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** Erases a panelist's personal answer everywhere: the current one, and from each submission that contains it. */
export async function eraseAnswer(tx: Tx, vault: Vault, panelistId: string, question: string): Promise<void> {
  await tx.run(sql`delete from personal_answers where panelist_id = ${panelistId} and question = ${question}`);
  const rows = await tx.many<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from submissions where panelist_id = ${panelistId} and sealed is not null`);
  const key = await vault.panelistKeys.getOrCreate(panelistId);
  const label = vaultLabel.submission(panelistId);
  const resealed = rows.map(({ sealed }) => {
    const personal = openOrNull(key, label, sealed);
    if (personal === null) return null;
    const { [question]: _, ...kept } = JSON.parse(personal) as Record<string, unknown>;
    return key.seal(label, JSON.stringify(kept));
  });
  await tx.run(sql`
    update submissions s set sealed = r.sealed
    from unnest(${rows.map((row) => row.id)}::bigint[], ${resealed}::bytea[]) as r (id, sealed)
    where s.id = r.id`);
}
