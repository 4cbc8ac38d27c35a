import { type Database, sql } from '../platform/database/database.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

const BATCH = 200;

/** Re-encrypts with the newest master key up to 200 dids of messages encrypted with an older one. Returns the number it found. */
export async function resealMessages(database: Database, vault: Vault): Promise<number> {
  const rows = await database.many<{ id: string; sealed: Buffer }>(sql`
    select id, did_sealed as sealed from messages
    where did_sealed is not null and substring(did_sealed from 2 for 1) = any(${vault.olderKeyIds}::bytea[])
    order by id limit ${BATCH}`);
  const resealed = rows.map(({ id, sealed }) => vault.reseal(vaultLabel.messageDid(id), sealed));
  // A message that was sent in the meantime names no device any more.
  await database.write(sql`
    update messages m set did_sealed = r.sealed
    from unnest(${rows.map((row) => row.id)}::uuid[], ${resealed}::bytea[]) as r (id, sealed)
    where m.id = r.id and m.did_sealed is not null`);
  return rows.length;
}
