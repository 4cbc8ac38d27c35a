/** Searches every column of a restored database for a panelist who left after the backup. */
import { createDecipheriv } from 'node:crypto';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Kit, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { destroyKeys } from '../identity/keys.ts';
import {
  PERSON as LEAVING,
  liveWholeLife,
  type PersonalDetails,
  OTHER_PERSON as STAYING,
} from '../panelists/whole-life.testing.ts';
import { cipherOf } from '../platform/security/cipher.ts';
import { connected, useNewProducts } from './new-products.testing.ts';

const operator = useOperator();
const { kit, run, folder } = operator;
const { newProduct } = useNewProducts(kit);

const ids = { leaving: '', staying: '' };
/** The person's values as stored: an ethnicity is stored as its code. */
const valuesOf = ({ ethnicity, ...person }: PersonalDetails, id: string) => ({
  ...person,
  ethnicity: ethnicity.replace('/', '_'),
  id,
});

/** Every remaining key: the master keys and those in the key store. */
async function keysLeft(): Promise<Buffer[]> {
  const masterKeys = kit().config.encryptionKeys;
  const keys = masterKeys.map(({ key }) => key);
  await connected(kit().keysUrl, async (keyStore) => {
    const { rows } = await keyStore.query('select panelist_id as id, wrapped from panelist_keys');
    for (const { id, wrapped } of rows)
      keys.push(Buffer.from(cipherOf(masterKeys).open(`panelist_keys:${id}`, wrapped), 'base64'));
  });
  return keys;
}

/** Decrypts without the label, which only authenticates: AES-GCM encrypts with this counter mode. */
function decrypted(key: Buffer, sealed: Buffer): string {
  const counter = Buffer.concat([sealed.subarray(2, 14), Buffer.from([0, 0, 0, 2])]);
  return createDecipheriv('aes-256-ctr', key, counter).update(sealed.subarray(30)).toString('latin1');
}

/** Where each of the values is found, as `value in table.column`. */
async function sweep({ db }: Kit, values: Record<string, string | Buffer>): Promise<string[]> {
  const keys = await keysLeft();
  const { rows: tables } = await db.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await db.query<Record<string, unknown>>(`select * from ${name}`);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const isBytes = Buffer.isBuffer(value);
      const opened = isBytes && value.length > 30 ? keys.map((key) => decrypted(key, value)) : [];
      const texts = isBytes ? [value.toString('latin1'), ...opened] : [JSON.stringify(value)];
      for (const [what, wanted] of Object.entries(values))
        if (texts.some((text) => text.includes(wanted.toString('latin1'))))
          found.add(`${what} in ${name.replace('public.', '')}.${column}`);
    }
  }
  return [...found].sort();
}
const hashesOf = ({ did, number }: PersonalDetails) => ({
  'hash of the did': kit().vault.digest('did', did),
  'hash of the number': kit().vault.digest('number', number),
});

beforeAll(async () => {
  ids.leaving = await liveWholeLife(operator, LEAVING);
  ids.staying = await liveWholeLife(operator, STAYING);
  await registered(kit());
});

describe('R18, T29: a restored database', () => {
  it('has nothing about a panelist who has left since, in any column with any remaining key, and everything about one who stayed', async () => {
    const [leaver, stayer] = [valuesOf(LEAVING, ids.leaving), valuesOf(STAYING, ids.staying)];
    const [ofLeaver, ofStayer] = [await sweep(kit(), leaver), await sweep(kit(), stayer)];
    // A number is stored only as a keyed hash.
    const { number, ...stored } = leaver;
    for (const found of [ofLeaver, ofStayer])
      expect(new Set(found.map((where) => where.split(' ')[0]))).toEqual(new Set(Object.keys(stored)));
    expect(ofLeaver).toEqual(
      expect.arrayContaining(['did in withdrawals.did_sealed', 'surname in panelist_notes.text']),
    );
    expect(await sweep(kit(), hashesOf(LEAVING))).toContain('hash of the number in panelists.number_index');

    const file = join(folder(), 'panel.backup');
    await run(`backup ${file}`);
    expect((await send(kit(), 'DELETE', api.deleteProfile(LEAVING.did))).json()).toBe(true);
    await destroyKeys(kit().deps);
    const restored = await newProduct();
    const printed = await run(`restore ${file}`, { reason: 'the disk is gone' }, restored.deps);
    await destroyKeys(restored.deps);

    // Operators' actions are kept under a random id; blocks and debts are kept under keyed hashes.
    expect(await sweep(restored, leaver)).toEqual([
      'id in audit.subject',
      'id in proposals.facts',
      'id in proposals.inputs',
      'id in proposals.proposal_key',
    ]);
    expect(await sweep(restored, hashesOf(LEAVING))).toEqual([
      'hash of the did in tombstone_surveys.did_index',
      'hash of the did in tombstones.did_index',
      'hash of the number in tombstone_surveys.number_index',
      'hash of the number in tombstones.number_index',
    ]);
    expect(await sweep(restored, stayer)).toEqual(ofStayer);
    expect(printed).toContain('1 panelists had left since then and were deleted.');
  });
});
