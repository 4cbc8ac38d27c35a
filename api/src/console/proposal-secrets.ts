/** What was entered in secret for a proposal, such as a PIN: encrypted, and gone once it is decided or its time is over. */
import { type Database, sql } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import { resealing } from '../platform/security/reseal.ts';
import type { Vault } from '../platform/security/vault.ts';

export const sealLabel = (operation: string, proposedAt: Date) => `proposals:${operation}:${proposedAt.toISOString()}`;

const ERASED_AT_ONCE = 200;

/** Erases the secrets of proposals that ended unanswered, which can't be carried out any more. Returns the number of rows. */
export const eraseExpiredSecrets = (database: Database, at: Date): Promise<number> =>
  processItems(database, at, {
    job: 'proposals',
    find: () =>
      database.column(sql`
        select id from proposals p
        where state = 'open' and secrets is not null and ends_at <= ${at} and ${isNotSetAside('proposals', sql`p.id::text`, at)}
        order by id limit ${ERASED_AT_ONCE}`),
    process: (ids) =>
      database.run(sql`
        update proposals set secrets = null
        where id in (
          select id from proposals where id = any(${ids}::bigint[]) and state = 'open' and secrets is not null
          for update skip locked)`),
  });

type SealedProposal = {
  readonly id: string;
  readonly operation: string;
  readonly proposedAt: Date;
  readonly secrets: Buffer;
};

export const proposalsToReseal = (database: Database, vault: Vault) =>
  resealing<SealedProposal>({
    find: (after, limit) =>
      database.many(sql`
        select id, operation, proposed_at as "proposedAt", secrets from proposals
        where state = 'open' and substring(secrets from 2 for 1) = any(${vault.olderKeyIds}::bytea[])
          and (${after}::bigint is null or id > ${after}::bigint)
        order by id limit ${limit}`),
    reseal: (row) => ({ ...row, secrets: vault.reseal(sealLabel(row.operation, row.proposedAt), row.secrets) }),
    save: (rows) =>
      database.run(sql`
        update proposals p set secrets = r.secrets
        from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.secrets)}::bytea[]) as r (id, secrets)
        where p.id = r.id and p.state = 'open' and p.secrets is not null`),
  });
