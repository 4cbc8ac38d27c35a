import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { goldenFor, type Kit, knows, LONG_LIMITS, newDid, registered, send } from '../../test/kit.ts';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { useOperator } from '../console/operator.testing.ts';
import { destroyKeys } from '../identity/keys.ts';
import { identify, setStatus } from '../identity/panelists.ts';
import { createDatabaseClient } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createDatabaseIfMissing, urlOfDatabase } from '../platform/database/roles.ts';
import { createPanelistKeys } from '../platform/security/panelist-keys.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { recordTimeline } from '../rewards/payout-freezes.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, ENOUGH, earnAvailable, wallet } from '../rewards/rewards.testing.ts';
import { loadDump, writeDump } from './dump.ts';
import { connected, useNewProducts } from './new-products.testing.ts';

const { kit, run, operate, folder, isAlarmed } = useOperator();
const { newProduct, closeLater } = useNewProducts(kit);
const file = () => join(folder(), 'panel.backup');
const [LEAVING, STAYING, WITHDRAWING] = [newDid(), newDid(), newDid()];
const NUMBER = '27831239876';

const restore = (product: Kit, from = file()) => run(`restore ${from}`, { reason: 'the disk is gone' }, product.deps);
const statusOf = async (product: Kit, did: string) =>
  (await send(product, 'GET', api.registrationCheck(did))).statusCode;
const tombstones = async ({ db }: Kit) =>
  (
    await db.query(
      `select did_index, number_index, status, debt, partner, survey_id
       from tombstones left join tombstone_surveys using (did_index, number_index) order by did_index, partner, survey_id`,
    )
  ).rows;

const noteTimeline = ({ deps }: Kit) => recordTimeline(deps.database, true, kit().clock.now());
const leave = async () => {
  await send(kit(), 'DELETE', api.deleteProfile(LEAVING));
  await destroyKeys(kit().deps);
};
/** Makes the key store look like a copy from that time. */
const newestKeyOf = (at: string) =>
  connected(kit().keysUrl, (keyStore) => keyStore.query('update panelist_keys set created_at = $1', [at]));

type Line = Record<string, string | null>;
/** Everything in the backup that can be read with the existing keys. */
async function readBackup(): Promise<string> {
  const lines = gunzipSync(await readFile(file()))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line | [{ table?: string }]);
  let table = '';
  const texts: string[] = [JSON.stringify(lines)];
  for (const line of lines) {
    if (Array.isArray(line)) {
      table = line[0].table ?? table;
      continue;
    }
    const id = (table === 'panelists' ? line.id : line.panelist_id) ?? '';
    const labels: Record<string, string> = {
      panelists: vaultLabel.panelistDid(id),
      personal_answers: vaultLabel.personalAnswer(id, line.question ?? ''),
      submissions: vaultLabel.submission(id),
    };
    const sealed = line.did_sealed ?? line.sealed;
    const label = labels[table];
    if (!sealed || !label) continue;
    const key = await kit().vault.panelistKeys.opener(id);
    try {
      texts.push(key.open(label, Buffer.from(sealed.slice(2), 'hex')));
    } catch {
      // The key was destroyed.
    }
  }
  return texts.join('\n');
}

beforeAll(async () => {
  kit().superApp.answers(knows(NUMBER));
  await registered(kit(), LEAVING).finally(() => kit().superApp.reset());
  await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', LEAVING));
  await earnAvailable(kit(), LEAVING, ENOUGH + 1000);
  await registered(kit(), STAYING);
  await registered(kit(), WITHDRAWING);
  await complete(kit(), STAYING, 900);
  for (const did of [STAYING, WITHDRAWING]) await earnAvailable(kit(), did);
  await send(kit(), 'GET', api.withdraw(WITHDRAWING));
  await runPayouts(kit().deps);
  await run(`backup ${file()}`);
  await newestKeyOf('2026-11-15T11:00:00Z');
});
describe('R18: the restore drill', () => {
  it('T29: panelists who have left since are deleted and unreadable; the others and the money are unchanged', async () => {
    const { surname } = GOLDEN.registration.answers;
    const before = await readBackup();
    for (const known of [LEAVING, STAYING, surname]) expect(before).toContain(known);

    await leave();
    const after = await readBackup();
    for (const secret of [LEAVING, NUMBER]) expect(after).not.toContain(secret);
    expect(after).toContain(STAYING);
    const restored = await newProduct();
    // A worker that is still running has recorded the timeline, but the database counts as empty.
    await noteTimeline(restored);
    const printed = await restore(restored);
    expect(printed).toContain('1 panelists had left since then and were deleted.');
    expect(printed).toContain('Every cent is where it should be.');
    expect(isAlarmed()).toBe(false);
    expect(await statusOf(restored, LEAVING)).toBe(404);
    expect(await statusOf(restored, STAYING)).toBe(200);
    expect(await wallet(restored, STAYING)).toEqual({ pending: 900, available: ENOUGH, reserved: 0, owed: 0 });
    expect(await tombstones(restored)).toEqual(await tombstones(kit()));
    const exported = join(folder(), 'staying.json');
    await operate('export-person', { did: STAYING, second: 'sipho', reason: 'x', to: exported }, restored.deps);
    expect(await readFile(exported, 'utf8')).toContain(surname);

    // Payouts since the backup are missing from it, so nothing is paid until people have compared.
    await send(restored, 'GET', api.withdraw(STAYING));
    const vouchers = kit().issuer.issued.size;
    await runPayouts(restored.deps);
    expect(kit().issuer.issued.size).toBe(vouchers);
    expect(await wallet(restored, STAYING)).toMatchObject({ reserved: ENOUGH });

    // The panel works again: panelists register, the audit log continues, and the role's permissions are unchanged.
    await registered(restored);
    await earnAvailable(restored, STAYING, 500);
    expect(await run('audit verify', {}, restored.deps)).toContain('3 rows are intact');
    for (const table of ['transfers', 'postings', 'audit', 'consents'])
      await expect(
        restored.deps.database.run({ name: table, text: `delete from ${table}`, values: [] }),
      ).rejects.toThrow('permission denied');
  });

  it('refuses a database in use, a truncated or changed file, and another panel’s key store', async () => {
    await expect(restore(kit(), 'nowhere')).rejects.toThrow('nowhere doesn’t exist.');
    await expect(restore(kit())).rejects.toThrow('The database is not empty');
    const whole = gunzipSync(await readFile(file())).toString();
    const broken = join(folder(), 'broken.backup');
    const other = await newProduct();
    await writeFile(broken, (await readFile(file())).subarray(0, 2000));
    await expect(restore(other, broken)).rejects.toThrow('can’t be read');
    await writeFile(broken, gzipSync(whole.slice(0, whole.lastIndexOf('[{"end"'))));
    await expect(restore(other, broken)).rejects.toThrow('incomplete');
    await writeFile(broken, gzipSync(whole.replace(`"available":${ENOUGH}`, '"available":9999')));
    await expect(restore(other, broken)).rejects.toThrow('The table wallets doesn’t match its checksum');

    const keysUrl = urlOfDatabase(kit().url, 'other_keys');
    await createDatabaseIfMissing(kit().url, 'other_keys');
    await migrate(keysUrl, 'key-store');
    const keyStore = createDatabaseClient(keysUrl, LONG_LIMITS);
    closeLater(keyStore);
    const panelistKeys = createPanelistKeys(keyStore, kit().config.encryptionKeys);
    const deps = { ...other.deps, vault: { ...other.deps.vault, panelistKeys } };
    await expect(restore({ ...other, deps })).rejects.toThrow(/panelists have no key.*No profile was deleted/);
    expect(await statusOf(other, STAYING)).toBe(200);
  });

  it('T29: keeps panelists who registered after the key store was copied, unless told that the key store is current', async () => {
    await leave();
    const restored = await newProduct();
    await newestKeyOf('2026-11-14T00:00:00Z');
    await expect(restore(restored)).rejects.toThrow(
      /^1 panelists without a key registered after the newest key was created \(2026-11-14T00:00:00.000Z\).*No profile was deleted/,
    );
    expect(await statusOf(restored, LEAVING)).toBe(200);
    const printed = await run('restore finish', { reason: 'x', 'key-store-is-current': true }, restored.deps);
    expect(printed).toContain('1 panelists had left since then and were deleted.');
    expect(await statusOf(restored, LEAVING)).toBe(404);
    await newestKeyOf('2026-11-15T11:00:00Z');
  });

  it('T27, T29: after a restore by PostgreSQL, leavers are deleted and payouts wait until two people resume them', async () => {
    await leave();
    const restored = await newProduct();
    await connected(restored.url, (owner) => loadDump(owner, file(), async () => {}));
    expect(await wallet(restored, LEAVING)).toMatchObject({ available: ENOUGH + 1000 });

    // Three days later, on another timeline, with a worker that started too early.
    kit().clock.set('2026-11-18T08:00:00Z');
    await noteTimeline(restored);
    await restored.db.query('update database_timeline set timeline = timeline - 1');
    expect(await noteTimeline(restored)).toBe(true);
    const printed = await run('restore finish', { reason: 'a bad script' }, restored.deps);
    for (const line of ['1 panelists had left since', 'Every cent is', 'from 2026-11-15 on, oldest first'])
      expect(printed).toContain(line);
    expect(await run('restore finish', { reason: 'again' }, restored.deps)).toContain('from 2026-11-15 on');
    expect(await statusOf(restored, LEAVING)).toBe(404);
    expect(await tombstones(restored)).toEqual(await tombstones(kit()));

    // The file of the day of the restore says nothing about the missing days.
    kit().clock.set('2026-11-19T08:00:00Z');
    const { rows } = await restored.db.query("select reference, amount from withdrawals where state = 'paid'");
    const settlement = join(folder(), 'settlement.csv');
    const lines = rows.map(({ reference, amount }) => `${reference};${amount};S;T;2026-11-18`);
    await writeFile(settlement, ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'));
    expect(await operate('reconcile', { file: settlement }, restored.deps)).not.toContain('Payouts have resumed');
    await send(restored, 'GET', api.withdraw(STAYING));
    expect(await runPayouts(restored.deps)).toBe(0);
    expect(await operate('resume-payouts', { reason: 'x', second: 'sipho' }, restored.deps)).toContain(
      'from 2026-11-15',
    );
    expect(await runPayouts(restored.deps)).toBe(1);
  });

  it('T11: a block is kept that is decided while restore finish deletes the panelist', async () => {
    await leave();
    const restored = await newProduct();
    await connected(restored.url, (owner) => loadDump(owner, file(), async () => {}));
    const { id } = await identify(restored.deps.database, kit().vault, LEAVING);
    const block = await holdTransaction(restored.deps.database, (tx) => setStatus(tx, id, 'blocked'));
    const printed = run('restore finish', { reason: 'a bad script' }, restored.deps);
    await aLockIsAwaited(restored);
    await block.commit();
    expect(await printed).toContain('1 panelists had left since then and were deleted.');
    expect(await tombstones(restored)).toMatchObject([{ status: 'blocked' }]);
    expect((await send(restored, 'POST', api.register, goldenFor('registration', LEAVING))).json()).toEqual({
      status: 'blocked',
    });
  });

  it('restores a backup with an older schema and migrates it', async () => {
    const old = await newProduct('template0');
    await migrate(old.url, 'panel', { upTo: '11_console.sql' });
    const id = randomUUID();
    await kit().vault.panelistKeys.getOrCreate(id);
    await old.db.query(`insert into panelists values ($1, $2, '\\x0101', $2, 'approved', 'x', now(), now(), now())`, [
      id,
      kit().vault.digest('did', STAYING),
    ]);
    const owner = createDatabaseClient(old.url, LONG_LIMITS);
    closeLater(owner);
    const backup = join(folder(), 'old.backup');
    await writeDump(owner, backup, kit().clock.now());
    const restored = await newProduct();
    expect(await restore(restored, backup)).toContain('0 panelists had left since');
    expect((await restored.db.query('select from panelists where id = $1', [id])).rowCount).toBe(1);
    expect((await restored.db.query("select from migrations where name = '12_grants.sql'")).rowCount).toBe(1);
  });
});
