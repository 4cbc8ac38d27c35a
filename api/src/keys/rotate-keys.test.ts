import { randomBytes } from 'node:crypto';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { GOLDEN } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goldenFor, type Kit, LONG_LIMITS, registered, send } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { useOperator } from '../console/operator.testing.ts';
import { approve } from '../console/proposals.ts';
import { propose } from '../console/propose.ts';
import { destroyKeys } from '../identity/keys.ts';
import { lockPanelist } from '../identity/panelists.ts';
import { deliverMessages } from '../messages/messages.testing.ts';
import { withOperations } from '../operations.ts';
import { personalData } from '../panelists/personal-data.ts';
import { createDatabaseClient, type Database } from '../platform/database/database.ts';
import type { EncryptionKeys } from '../platform/security/cipher.ts';
import { createPanelistKeys } from '../platform/security/panelist-keys.ts';
import { createVault, vaultLabel } from '../platform/security/vault.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { earnAvailable, payoutForReview } from '../rewards/rewards.testing.ts';
import { composersOf } from '../worker/worker.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
const { kit, run, audited, isAlarmed } = useOperator({ ENCRYPTION_KEY: `2:${NEW},1:${OLD}` });
const keyOf = (id: number, key = ''): EncryptionKeys => [{ id, key: Buffer.from(key, 'base64') }];
const [OLD_KEY, NEW_KEY] = [keyOf(1, OLD), keyOf(2, NEW)];
const PIN = '1234567890123456';
let keyStore: pg.Pool;
const opened: Database[] = [];
beforeAll(() => {
  keyStore = new pg.Pool({ connectionString: kit().keysUrl, max: 2 });
});
afterAll(() => Promise.all([keyStore.end(), ...opened.map((database) => database.close())]));

/** The product in a process that has only these keys. */
function withKeys(keys: EncryptionKeys): Kit {
  const database = createDatabaseClient(kit().keysUrl, LONG_LIMITS);
  opened.push(database);
  const vault = createVault(keys, kit().config.indexKey, createPanelistKeys(database, keys));
  const deps = { ...kit().deps, vault };
  return { ...kit(), deps, vault, app: buildApp(deps) };
}

const idOf = (product: Kit, did: string) =>
  product.deps.database.transaction(async (tx) => (await lockPanelist(tx, product.vault, did)).id);
const dataOf = async (product: Kit, did: string) =>
  JSON.stringify(await personalData(product.deps.database, product.vault, await idOf(product, did)));

/** Byte columns that are compared and never decrypted. All others may be encrypted. */
const HASHES = /(_index|digest|hash)$|^(profiles\.birth_month|call_counts\.key|operator_sessions\.made_in)$/;

type Count = readonly [column: string, values: number];

/** How many values are still encrypted with the old key, by column, in both databases. */
async function onOldKey(): Promise<Count[]> {
  const counts: Count[] = [];
  for (const db of [kit().db, keyStore]) {
    const { rows } = await db.query(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and udt_name = 'bytea' order by 1, 2`,
    );
    for (const { table, column } of rows.filter((row) => !HASHES.test(`${row.table}.${row.column}`))) {
      const found = await db.query(`select from ${table} where substring(${column} from 1 for 2) = '\\x0101'`);
      counts.push([`${table}.${column}`, found.rowCount ?? 0]);
    }
  }
  return counts;
}
const columnsOf = (counts: readonly Count[], isWanted: (values: number) => boolean) =>
  counts.filter(([, values]) => isWanted(values)).map(([column]) => column);

const operatorOf = (account: string) => ({ subject: account, account, role: 'finance' }) as const;

describe('T21: keys', () => {
  it('rotate leaves nothing on the old key, while panelists register, submit, withdraw and leave', async () => {
    const before = withKeys(OLD_KEY);
    const dids: string[] = [];
    for (let index = 0; index < 12; index += 1) dids.push(await registered(before));
    const [paid = '', waiting = ''] = dids;
    const { id } = await payoutForReview(before);
    const entered = { id, outcome: 'issued', serial: 'S-1', transaction: 'T-by-hand', pin: PIN, reason: 'x' };
    const proposal = await propose(
      withOperations(before.deps),
      operatorOf('thandi'),
      OPERATIONS['resolve-payout'],
      entered,
    );
    for (const did of [paid, waiting]) {
      await earnAvailable(before, did);
      expect((await send(before, 'GET', api.withdraw(did))).json()).toBe(true);
      if (did === paid) await runPayouts(before.deps);
    }
    await send(before, 'DELETE', api.deleteProfile(await registered(before)));
    const encrypted = await onOldKey();
    expect(encrypted.reduce((sum, [, values]) => sum + values, 0)).toBeGreaterThan(dids.length);
    // What identifies a panelist is encrypted with the panelist's key.
    expect(columnsOf(encrypted, (values) => values === 0)).toEqual([
      'disputes.words_sealed',
      'panelists.did_sealed',
      'personal_answers.sealed',
      'submissions.sealed',
    ]);

    // One after the other: only five may wait for the key store.
    const changeDatesOfBirth = async () => {
      for (const did of dids) {
        const { statusCode } = await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', did));
        if (![200, 404].includes(statusCode)) throw new Error(`date of birth: ${statusCode}`);
      }
    };
    const registrations = dids.map(() => registered(kit()));
    const deletions = dids.slice(9).map((did) => send(kit(), 'DELETE', api.deleteProfile(did)));
    const load = [changeDatesOfBirth(), ...registrations, ...deletions];
    const [printed] = await Promise.all([run('keys rotate'), ...load]);
    expect(printed).toContain('Everything uses key 2.');
    expect(await audited()).toMatchObject({ actor: 'thandi', operation: 'rotate-keys' });
    expect(columnsOf(await onOldKey(), (values) => values > 0)).toEqual([]);

    const after = withKeys(NEW_KEY);
    await approve(withOperations(after.deps), operatorOf('sipho'), proposal, null);
    const { rows: byHand } = await kit().db.query('select pin_sealed from vouchers where withdrawal_id = $1', [id]);
    expect(after.vault.open(vaultLabel.voucherPin(id), byHand[0].pin_sealed)).toBe(PIN);
    for (const did of [paid, waiting]) {
      const data = await dataOf(after, did);
      for (const known of [did, GOLDEN.registration.answers.surname]) expect(data).toContain(known);
    }
    await runPayouts(after.deps);
    await deliverMessages(after.deps, composersOf(after.deps));
    const { rows } = await kit().db.query('select distinct kind, state from messages order by kind');
    const kinds = ['profile-deleted', 'voucher', 'withdrawal-requested'];
    expect(rows).toEqual(kinds.map((kind) => ({ kind, state: 'sent' })));
  });

  it('T29: prune destroys the keys that a restored copy of the key store brought back', async () => {
    const left = await registered(kit());
    const id = await idOf(kit(), left);
    const { rows } = await keyStore.query('select panelist_id, wrapped from panelist_keys where panelist_id = $1', [
      id,
    ]);
    await send(kit(), 'DELETE', api.deleteProfile(left));
    await destroyKeys(kit().deps);
    await keyStore.query('insert into panelist_keys values ($1, $2)', [id, rows[0].wrapped]);
    await run('keys prune');
    // A key from today may belong to a registration that is still running.
    expect(await kit().vault.panelistKeys.idsWithKey([id])).toEqual(new Set([id]));
    await keyStore.query("update panelist_keys set created_at = now() - interval '2 days'");
    const before = (await keyStore.query('select from panelist_keys')).rowCount as number;
    const panelists = (await kit().db.query('select from panelists')).rowCount;
    expect(await run('keys prune')).toContain(`of ${before} keys had no panelist and were destroyed.`);
    expect(await kit().vault.panelistKeys.idsWithKey([id])).toEqual(new Set());
    expect((await keyStore.query('select from panelist_keys')).rowCount).toBe(panelists);
    await kit().db.query('delete from panelists');
    await expect(run('keys prune')).rejects.toThrow('Nothing was destroyed');
  });

  it('rotate can be repeated, and then finds nothing to do', async () => {
    expect(await run('keys rotate')).toMatch(/^(.+ 0 re-encrypted\n){4}Everything uses key 2\./);
  });

  it('rotate names the values that can’t be opened, and re-encrypts all others', async () => {
    const before = withKeys(OLD_KEY);
    const [first, second] = [await payoutForReview(before), await payoutForReview(before)];
    const panelist = await idOf(before, await registered(before));
    const { rows } = await keyStore.query('select wrapped from panelist_keys where panelist_id = $1', [panelist]);
    const breakKey = (wrapped: Buffer) =>
      keyStore.query('update panelist_keys set wrapped = $2 where panelist_id = $1', [panelist, wrapped]);
    const broken = Buffer.concat([rows[0].wrapped.subarray(0, 8), randomBytes(40)]);
    await breakKey(broken);
    const sealed = await kit().db.query(
      'update withdrawals set did_sealed = substring(did_sealed from 1 for 8) || $2 where id = $1 returning did_sealed',
      [first.id, randomBytes(40)],
    );

    const printed = await run('keys rotate');
    expect(isAlarmed()).toBe(true);
    expect(printed).toContain(`keys of panelists 1 can’t be opened: ${panelist}`);
    expect(printed).toContain(`withdrawals       1 can’t be opened: ${first.id}`);
    expect(printed).toContain('Keep every key of ENCRYPTION_KEY');
    expect(printed).not.toContain('Everything uses');
    const left = await kit().db.query('select id, did_sealed as sealed from withdrawals where id = any($1)', [
      [first.id, second.id],
    ]);
    const sealedOf = (id: string) => left.rows.find((row) => row.id === id)?.sealed;
    expect(sealedOf(first.id)).toEqual(sealed.rows[0].did_sealed);
    expect(sealedOf(second.id)[1]).toBe(2);
    expect(columnsOf(await onOldKey(), (values) => values > 0)).toEqual([
      'withdrawals.did_sealed',
      'panelist_keys.wrapped',
    ]);
  });

  it('are changed in steps: a process with the new key last and one with it first can read each other’s data', async () => {
    const [behind, inFront] = [withKeys([...OLD_KEY, ...NEW_KEY]), withKeys([...NEW_KEY, ...OLD_KEY])];
    const withdrawing = async (first: Kit, second: Kit): Promise<string> => {
      const did = await registered(first);
      expect((await send(second, 'GET', entryLink('cint-match')(did))).statusCode).toBe(200);
      const dateOfBirth = goldenFor('dateOfBirth', did);
      expect((await send(second, 'PUT', api.dateOfBirth, dateOfBirth)).statusCode).toBe(200);
      expect((await send(first, 'GET', entryLink('cint-router')(did))).statusCode).toBe(200);
      for (const product of [first, second]) {
        const data = await dataOf(product, did);
        for (const known of [did, GOLDEN.registration.answers.surname]) expect(data).toContain(known);
      }
      await earnAvailable(first, did);
      expect((await send(second, 'GET', api.withdraw(did))).json()).toBe(true);
      return did;
    };
    for (const [payer, messenger] of [
      [behind, inFront],
      [inFront, behind],
    ] as const) {
      const pairs = [behind, inFront].flatMap((first) => [behind, inFront].map((second) => withdrawing(first, second)));
      const dids = await Promise.all(pairs);
      await runPayouts(payer.deps);
      await deliverMessages(messenger.deps, composersOf(messenger.deps));
      const { rows } = await kit().db.query(
        `select m.state, substring(d.did_sealed from 2 for 1) as key
         from panelists p join wallets w on w.panelist_id = p.id join withdrawals d on d.wallet_id = w.id
           join messages m on m.kind = 'voucher' and m.subject = d.id::text
         where p.did_index = any($1::bytea[])`,
        [dids.map((did) => kit().vault.digest('did', did))],
      );
      expect(rows.map(({ state }) => state)).toEqual(dids.map(() => 'sent'));
      expect(new Set(rows.map(({ key }) => key[0]))).toEqual(new Set([1, 2]));
      for (const [index, did] of dids.entries())
        expect((await send(index % 2 ? behind : inFront, 'GET', api.history(did))).json()).toMatchObject({
          entries: [{ state: 'paid' }, { state: 'withdrawn' }],
        });
    }
  });

  it('that a process does not have yet make it answer 503 and lose nothing', async () => {
    const [without, inFront] = [withKeys(OLD_KEY), withKeys([...NEW_KEY, ...OLD_KEY])];
    const did = await registered(inFront);
    const link = (product: Kit) => send(product, 'GET', entryLink('cint-match')(did));
    const answer = await link(without);
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
    expect((await link(withKeys([...OLD_KEY, ...NEW_KEY]))).statusCode).toBe(200);
  });
});
