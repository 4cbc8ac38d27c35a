import { type Database, sql } from '../platform/database/database.ts';
import { resealing } from '../platform/security/reseal.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

export const messagesToReseal = (database: Database, vault: Vault) =>
  resealing<{ id: string; sealed: Buffer }>({
    find: (after, limit) =>
      database.many(sql`
        select id, did_sealed as sealed from messages
        where did_sealed is not null and substring(did_sealed from 2 for 1) = any(${vault.olderKeyIds}::bytea[])
          and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${limit}`),
    reseal: ({ id, sealed }) => ({ id, sealed: vault.reseal(vaultLabel.messageDid(id), sealed) }),
    // A message that was sent in the meantime names no device any more.
    save: (rows) =>
      database.run(sql`
        update messages m set did_sealed = r.sealed
        from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.sealed)}::bytea[]) as r (id, sealed)
        where m.id = r.id and m.did_sealed is not null`),
  });
