/** A withdrawal whose device can't be found delays no other withdrawal, and doesn't hold its own money forever. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { api } from '@panel/domain/paths';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { knows, NOW, send, useKit } from '../../test/kit.ts';
import { isOutage } from '../messages/chat.ts';
import { type Breakers, breaker } from '../platform/parties/breaker.ts';
import { cipherOf } from '../platform/security/cipher.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { deepMoneyCheck } from './money-check.ts';
import { freezePayouts, unfreezePayouts } from './payout-freezes.ts';
import { runPayouts } from './payouts.testing.ts';
import { payoutRunner } from './payouts.ts';
import { openPayouts } from './review.ts';
import { ENOUGH, wallet, withdrawalOf, withdrawing } from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
afterEach(() => {
  kit().clock.set(NOW);
  kit().issuer.answers();
  kit().superApp.reset();
});
afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

const withdrawal = (did: string) => withdrawalOf(kit(), did);
const afterMinutes = (minutes: number) => kit().clock.set(new Date(NOW.getTime() + minutes * 60_000));

/** The payouts of a worker: `round` is what it does every second. */
function worker() {
  const logged: unknown[] = [];
  const breakers: Breakers = { issuer: breaker(kit().clock), chat: breaker(kit().clock) };
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  return { round: payoutRunner(kit().deps, 1, breakers, new AbortController().signal, log), breakers, logged };
}

/** Encrypts the device of the panelist's withdrawal with an unknown key; returns the original value. */
async function sealWithLostKey(did: string): Promise<Buffer> {
  const { id } = await withdrawal(did);
  const sealed = cipherOf([{ id: 9, key: randomBytes(32) }]).seal(vaultLabel.withdrawalDid(id), did);
  const { rows } = await kit().db.query('select did_sealed from withdrawals where id = $1', [id]);
  await kit().db.query('update withdrawals set did_sealed = $2 where id = $1', [id, sealed]);
  return rows[0].did_sealed;
}

describe('R9: a withdrawal whose device can’t be decrypted', () => {
  it('is logged and waits, while all others are paid', async () => {
    const lost = await withdrawing(kit());
    const sealed = await sealWithLostKey(lost);
    const other = await withdrawing(kit());
    const { round, breakers, logged } = worker();
    await round();
    expect(await withdrawal(other)).toMatchObject({ state: 'paid' });
    expect(await withdrawal(lost)).toMatchObject({ state: 'reserved', outcome_code: 'device-not-decrypted' });
    expect(logged).toHaveLength(1);
    // A missing key is not a device's fault, so operators are alerted.
    afterMinutes(16);
    expect((await openPayouts(kit().deps.database, kit().clock.now())).late).toBe(1);
    expect(JSON.stringify(logged)).not.toContain(lost);
    expect(breakers.chat.isOpen()).toBe(false);

    // Once the key is back it is paid like any other.
    await kit().db.query('update withdrawals set did_sealed = $2 where id = $1', [(await withdrawal(lost)).id, sealed]);
    await round();
    expect(await withdrawal(lost)).toMatchObject({ state: 'paid' });
    expect(await wallet(kit(), lost)).toMatchObject({ available: 0, reserved: 0 });
  });
});

const says =
  (status: number, body = '') =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status).end(body);
const OF_ONE_DEVICE: [string, ReturnType<typeof says>][] = [
  ['403', says(403)],
  ['410', says(410)],
  ['200 without a number', says(200, '{"user_profile":{}}')],
  ['200 with half a number', says(200, '{"user_profile":{"number":"+2782"}}')],
];
const OF_THE_SERVICE: [string, ReturnType<typeof says>][] = [
  ['401', says(401)],
  ['429', says(429)],
  ['500', says(500)],
  ['302', says(302)],
  ['200 with an HTML page from a proxy', says(200, '<html>')],
  ['a cut line', (_, response) => void response.destroy()],
];

describe('R9: a device that the super-app has no number for', () => {
  it('does not reduce the calls for other devices', async () => {
    const [mute, others] = [[] as string[], [] as string[]];
    for (let n = 0; n < 6; n += 1) mute.push(await withdrawing(kit()));
    for (let n = 0; n < 2; n += 1) others.push(await withdrawing(kit()));
    const answers = OF_ONE_DEVICE.map(([, answer]) => answer);
    kit().superApp.answers((request, response) => {
      const index = mute.indexOf(request.url?.split('/').pop() ?? '');
      const answer = index < 0 ? knows('27820000001') : answers[index % answers.length];
      answer?.(request, response);
    });
    const { round, breakers } = worker();
    await round();
    expect(breakers.chat.isOpen()).toBe(false);
    for (const did of others) expect(await withdrawal(did)).toMatchObject({ state: 'paid' });
    for (const did of mute) expect(await withdrawal(did)).toMatchObject({ state: 'reserved' });
    // For this many at once the super-app is the cause, not each device.
    afterMinutes(16);
    expect((await openPayouts(kit().deps.database, kit().clock.now())).late).toBe(6);
    kit().superApp.reset();
    await round();
    for (const did of mute) expect(await withdrawal(did)).toMatchObject({ state: 'paid' });
  });

  it('does not delay other payouts once the issuer is back', async () => {
    const [mute, other] = [await withdrawing(kit()), await withdrawing(kit())];
    kit().superApp.answers((request, response) =>
      (request.url?.endsWith(mute) ? says(403) : knows('27820000001'))(request, response),
    );
    const { round, breakers } = worker();
    for (let n = 0; n < 5; n += 1) breakers.issuer.failed();
    afterMinutes(0.5);
    await round();
    expect(await withdrawal(mute)).toMatchObject({ state: 'reserved' });
    expect(await withdrawal(other)).toMatchObject({ state: 'paid' });
  });

  it.each(OF_ONE_DEVICE)('is recognised by %s', async (_, answer) => {
    kit().superApp.answers(answer);
    const lookup = await kit().deps.chat.lookUp('a-device');
    expect([lookup.kind, isOutage(lookup)]).toEqual(['unreachable', false]);
  });

  it.each(OF_THE_SERVICE)('is not meant by %s: the service itself fails', async (_, answer) => {
    kit().superApp.answers(answer);
    expect(isOutage(await kit().deps.chat.lookUp('a-device'))).toBe(true);
  });
});

describe('R4: a withdrawal before its first request', () => {
  it.each([...OF_ONE_DEVICE, ...OF_THE_SERVICE.slice(2, 3)])(
    'returns to the balance after a day of look-ups answered by %s, and can be withdrawn again',
    async (_, answer) => {
      const did = await withdrawing(kit());
      kit().superApp.answers(answer);
      for (const minutes of [0, 10, 24 * 60 - 1]) {
        afterMinutes(minutes);
        await runPayouts(kit().deps);
        expect(await withdrawal(did)).toMatchObject({ state: 'reserved' });
      }
      // One device raises no alert for a day; a chat that answers no look-ups does after 15 minutes.
      const { late } = await openPayouts(kit().deps.database, kit().clock.now());
      expect(late).toBe(OF_ONE_DEVICE.some(([, one]) => one === answer) ? 0 : 1);
      afterMinutes(24 * 60);
      await runPayouts(kit().deps);
      const { id, state, outcome_code: code } = await withdrawal(did);
      expect([state, code]).toEqual(['returned', 'device-unreachable']);
      expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
      const told = await kit().db.query("select from messages where subject = $1 and kind = 'withdrawal-returned'", [
        id,
      ]);
      expect(told.rowCount).toBe(1);
      expect((await send(kit(), 'GET', api.history(did))).json()).toMatchObject({
        entries: [{ state: 'returned' }, {}],
      });
      expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
      kit().superApp.reset();
      await runPayouts(kit().deps);
      expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
    },
  );

  it('keeps waiting if look-ups failed before and after a freeze of two days, because there were none in between', async () => {
    const did = await withdrawing(kit());
    const { database, clock } = kit().deps;
    kit().superApp.answers(says(403));
    await runPayouts(kit().deps);
    await database.transaction((tx) => freezePayouts(tx, 'a doubt', clock.now()));
    afterMinutes(48 * 60);
    await database.transaction((tx) => unfreezePayouts(tx, clock.now()));
    await runPayouts(kit().deps);
    expect(await withdrawal(did)).toMatchObject({ state: 'reserved' });
    afterMinutes(72 * 60);
    await runPayouts(kit().deps);
    expect(await withdrawal(did)).toMatchObject({ state: 'returned' });
  });

  it('keeps waiting after only a freeze of two days or an issuer outage', async () => {
    const did = await withdrawing(kit());
    const { database, clock } = kit().deps;
    await database.transaction((tx) => freezePayouts(tx, 'a doubt', clock.now()));
    afterMinutes(48 * 60);
    await database.transaction((tx) => unfreezePayouts(tx, clock.now()));
    kit().superApp.answers(says(403));
    await runPayouts(kit().deps);
    expect(await withdrawal(did)).toMatchObject({ state: 'reserved' });
    // A successful look-up resets the day.
    kit().superApp.reset();
    kit().issuer.answers({ kind: 'not-started', code: 'token' });
    afterMinutes(71 * 60);
    await runPayouts(kit().deps);
    kit().superApp.answers(says(403));
    afterMinutes(73 * 60);
    await runPayouts(kit().deps);
    expect(await withdrawal(did)).toMatchObject({ state: 'reserved' });
    kit().superApp.reset();
    afterMinutes(74 * 60);
    await runPayouts(kit().deps);
    expect(await withdrawal(did)).toMatchObject({ state: 'paid' });
  });
});

describe('R7: a device that the super-app does not know', () => {
  it('can withdraw ten times a day, whatever is returned, and its money stays in the balance', async () => {
    const did = await withdrawing(kit());
    kit().superApp.answers(says(404));
    const withdraw = async () => (await send(kit(), 'GET', api.withdraw(did))).json();
    const rows = async () =>
      (
        await kit().db.query(
          `select d.state from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id
           where p.did_index = $1`,
          [kit().vault.digest('did', did)],
        )
      ).rows.map(({ state }) => state);
    for (let minutes = 1; minutes < 10; minutes += 1) {
      await runPayouts(kit().deps);
      afterMinutes(minutes);
      expect(await withdraw()).toBe(true);
    }
    await runPayouts(kit().deps);
    for (const minutes of [10, 23 * 60]) {
      afterMinutes(minutes);
      expect([await withdraw(), await rows()]).toEqual([false, Array(10).fill('returned')]);
    }
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });

    kit().superApp.reset();
    afterMinutes(24 * 60);
    expect(await withdraw()).toBe(true);
    await runPayouts(kit().deps);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
  });
});
