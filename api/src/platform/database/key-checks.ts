import { createHmac } from 'node:crypto';
import type { EncryptionKeys } from '../security/cipher.ts';
import { ConfigError } from '../settings.ts';
import { type Database, sql } from './database.ts';

/** The keys that, if changed, would make known panelists unrecognisable or stored data unreadable. */
export type Keys = {
  readonly mode: 'sandbox' | 'live';
  readonly indexKey: Buffer;
  readonly encryptionKeys: EncryptionKeys;
  readonly partners: { readonly pseudonymKey: Buffer };
};

const checksOf = ({ indexKey, encryptionKeys, partners }: Keys) => {
  const keys: [name: string, key: Buffer][] = [
    ['INDEX_KEY', indexKey],
    ['PSEUDONYM_KEY', partners.pseudonymKey],
    ...encryptionKeys.map(({ id, key }): [string, Buffer] => [`ENCRYPTION_KEY ${id}`, key]),
  ];
  // Sorted, so that processes starting together lock the rows in the same order.
  return keys
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, key]) => ({ name, digest: createHmac('sha256', key).update(`key check ${name}`).digest() }));
};

const faultOf = (names: readonly string[], { mode }: Keys): string =>
  [
    `${names.join(' and ')} is not the key that this database was first used with. Restore that key.`,
    ...(names.some((name) => name.startsWith('ENCRYPTION_KEY')) ? ['A new encryption key needs a new number.'] : []),
    ...(mode === 'sandbox' ? ['The sandbox’s keys are in secrets.json of DATA_DIR, unless they are set.'] : []),
  ].join(' ');

/** Records each key at its first start, and refuses one that differs from the record. A refused start records nothing. */
export const checkKeys = (database: Database, keys: Keys): Promise<void> =>
  database.transaction(async (tx) => {
    const checks = checksOf(keys);
    const names = checks.map(({ name }) => name);
    await tx.run(sql`
      insert into key_checks (name, digest)
      select * from unnest(${names}::text[], ${checks.map(({ digest }) => digest)}::bytea[])
      on conflict (name) do nothing`);
    const rows = await tx.many<{ name: string; digest: Buffer }>(sql`
      select name, digest from key_checks where name = any(${names}::text[])`);
    const recorded = new Map(rows.map(({ name, digest }) => [name, digest]));
    const wrong = checks.filter(({ name, digest }) => !recorded.get(name)?.equals(digest)).map(({ name }) => name);
    if (wrong.length > 0) throw new ConfigError(faultOf(wrong, keys));
  });
