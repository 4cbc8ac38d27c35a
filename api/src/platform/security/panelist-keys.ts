/**
 * A key for each panelist, wrapped by the master key and kept in a separate database that the panel's backups don't contain. Once it is
 * destroyed, the panelist's identity can't be read in any copy of the panel's database.
 */
import { randomBytes } from 'node:crypto';
import { batchesById } from '../database/batches.ts';
import { type Database, DatabaseUnavailable, sql } from '../database/database.ts';
import { type Cipher, cipherOf, type EncryptionKeys, KeyUnavailable, NotAuthentic } from './cipher.ts';
import { resealing } from './reseal.ts';

/** The key id of values encrypted with a panelist's own key; master keys' ids begin at 1. */
const PANELIST_KEY_ID = 0;

/** Decrypts one panelist's values. */
export type Opener = Pick<Cipher, 'open'>;

/** The value was encrypted with a panelist's key that the key store has lost or deleted. */
class KeyLost extends KeyUnavailable {
  override name = 'KeyLost';
}

/** Null if the value is lost for good: the panelist's key is gone, or was lost and replaced when a later answer made another one. */
export function openOrNull(key: Opener, label: string, sealed: Buffer): string | null {
  try {
    return key.open(label, sealed);
  } catch (error) {
    if (error instanceof KeyLost || error instanceof NotAuthentic) return null;
    throw error;
  }
}

/** Whether the value can't be read now: it is lost, the key store is down, or this process doesn't have the master key. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof KeyUnavailable || error instanceof NotAuthentic || error instanceof DatabaseUnavailable;

export type PanelistKeys = ReturnType<typeof createPanelistKeys>;

const BATCH = 500;

type KeyRow = { readonly panelistId: string; readonly wrapped: Buffer };

export function createPanelistKeys(database: Database, masterKeys: EncryptionKeys) {
  const master = cipherOf(masterKeys);
  const labelOf = (panelistId: string) => `panelist_keys:${panelistId}`;
  const cipherOfRow = ({ panelistId, wrapped }: KeyRow): Cipher => {
    const key = Buffer.from(master.open(labelOf(panelistId), wrapped), 'base64');
    return cipherOf([{ id: PANELIST_KEY_ID, key }]);
  };

  const withoutKey: Opener = {
    open() {
      throw new KeyLost('The key that encrypted this value was destroyed or lost.');
    },
  };

  const find = (panelistIds: readonly string[]) =>
    database.many<KeyRow>(sql`
      select panelist_id as "panelistId", wrapped from panelist_keys where panelist_id = any(${panelistIds}::uuid[])`);

  /** An opener for each panelist, including those without a key. */
  async function openers(panelistIds: readonly string[]): Promise<ReadonlyMap<string, Opener>> {
    const rows = new Map((await find(panelistIds)).map((row) => [row.panelistId, row]));
    return new Map(
      panelistIds.map((id) => {
        const row = rows.get(id);
        return [id, row ? cipherOfRow(row) : withoutKey];
      }),
    );
  }

  return {
    /** The cipher of a panelist's key, which is created if it doesn't exist. */
    async getOrCreate(panelistId: string): Promise<Cipher> {
      const [row] = await database.returning<KeyRow>(sql`
        insert into panelist_keys (panelist_id, wrapped)
        values (${panelistId}, ${master.seal(labelOf(panelistId), randomBytes(32).toString('base64'))})
        on conflict (panelist_id) do update set panelist_id = excluded.panelist_id
        returning panelist_id as "panelistId", wrapped`);
      return cipherOfRow(row as KeyRow);
    },
    openers,
    opener: async (panelistId: string): Promise<Opener> => (await openers([panelistId])).get(panelistId) as Opener,
    /** Those panelists who have a key. */
    idsWithKey: async (panelistIds: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await find(panelistIds)).map((row) => row.panelistId)),
    /** Some of the panelists whose keys are more than a day old. */
    withKeyOlderThanOneDay: (): AsyncGenerator<{ readonly id: string }[]> =>
      batchesById(BATCH, (last) =>
        database.many<{ id: string }>(sql`
          select panelist_id as id from panelist_keys
          where panelist_id > ${last}::uuid and created_at < now() - interval '1 day'
          order by panelist_id limit ${BATCH}`),
      ),
    /** When the newest key was created, or null without keys. */
    newestAt: () => database.value<Date | null>(sql`select max(created_at) from panelist_keys`),
    async destroy(panelistIds: readonly string[]): Promise<void> {
      await database.run(sql`delete from panelist_keys where panelist_id = any(${panelistIds}::uuid[])`);
    },
    /** Rewraps keys from an older master key to the newest one. */
    rewrapAll: resealing<{ readonly id: string; readonly was: Buffer; readonly wrapped: Buffer }>({
      find: (after, limit) =>
        database.many(sql`
          select panelist_id as id, wrapped as was, wrapped from panelist_keys
          where substring(wrapped from 2 for 1) = any(${master.olderKeyIds}::bytea[])
            and (${after}::uuid is null or panelist_id > ${after}::uuid)
          order by panelist_id limit ${limit}`),
      reseal: ({ id, was }) => ({ id, was, wrapped: master.reseal(labelOf(id), was) }),
      save: (rows) =>
        database.run(sql`
          update panelist_keys k set wrapped = r.wrapped
          from unnest(
            ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.was)}::bytea[],
            ${rows.map((row) => row.wrapped)}::bytea[]
          ) as r (panelist_id, was, wrapped)
          where k.panelist_id = r.panelist_id and k.wrapped = r.was`),
    }),
  };
}
