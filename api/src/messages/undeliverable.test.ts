/** Messages that can't be composed or have no recipient. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { breaker } from '../platform/parties/breaker.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { ENOUGH, wallet, withdrawing } from '../rewards/rewards.testing.ts';
import { eraseDeliveredPins } from '../rewards/sealed-data.ts';
import { composersOf } from '../worker/worker.ts';
import { chatThatKeeps, deliverMessages } from './messages.testing.ts';
import { resendMessage } from './operations.ts';
import { messageRunner } from './outbox.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
let inbox: string[] = [];

beforeEach(async () => {
  inbox = [];
  await kit().db.query('delete from messages');
});
/** A chat that knows every device and accepts every message. */
const chat = () => kit().superApp.answers(chatThatKeeps(({ text }) => inbox.push(text.body)));
afterEach(() => {
  kit().superApp.reset();
  kit().clock.set(NOW);
});

const after = (ms: number) => kit().clock.set(new Date(NOW.getTime() + ms));
const deliver = (deps = kit().deps) => deliverMessages(deps, composersOf(deps), kit().app.log);
const stateOf = async (did: string) =>
  (
    await kit().db.query(
      'select m.state, m.unknowns from messages m join panelists p on p.id = m.panelist_id where p.did_index = $1',
      [kit().vault.digest('did', did)],
    )
  ).rows;

async function invited(): Promise<string> {
  const did = await registered(kit());
  await inviteToDueSurveys(kit().deps);
  return did;
}

describe('R9: devices that the super-app has no number for', () => {
  it('delay no other message', async () => {
    const mute: string[] = [];
    for (let n = 0; n < 6; n += 1) mute.push(await invited());
    const other = await invited();
    kit().superApp.answers((request, response) => {
      const isMute = mute.some((did) => request.url?.endsWith(did));
      response.end(isMute ? '{"user_profile":{}}' : '{"id":"m1","user_profile":{"number":"27820001111"}}');
    });
    const { deps, clock, app } = kit();
    const chatBreaker = breaker(clock);
    const context = { composers: composersOf(deps), chatBreaker, log: app.log, signal: new AbortController().signal };
    await messageRunner(deps, 1, context)();
    expect(chatBreaker.isOpen()).toBe(false);
    expect(await stateOf(other)).toMatchObject([{ state: 'sent' }]);
    for (const did of mute) expect(await stateOf(did)).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('R9: a message that can’t be composed', () => {
  it('while the key store is down is sent once it is back', async () => {
    const did = await invited();
    chat();
    const { deps, vault } = kit();
    const opener = () => Promise.reject(new Error('the key store is down'));
    const away = { ...deps, vault: { ...vault, panelistKeys: { ...vault.panelistKeys, opener } } };
    for (const minutes of [0, 1, 3, 7, 15]) {
      after(minutes * MINUTE_MS);
      await deliver(away);
      expect(await stateOf(did)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    }
    after(HOUR_MS);
    await deliver();
    expect(inbox).toEqual([expect.stringContaining(did)]);
    expect(await stateOf(did)).toEqual([{ state: 'sent', unknowns: 0 }]);
  });

  it('because its device can’t be decrypted delays no other, is logged, and is given up after a day', async () => {
    const [unreadable, other] = [await invited(), await invited()];
    chat();
    await kit().db.query("update panelists set did_sealed = 'no ciphertext' where did_index = $1", [
      kit().vault.digest('did', unreadable),
    ]);
    kit().log.length = 0;
    await deliver();
    expect(inbox).toEqual([expect.stringContaining(other)]);
    expect(await stateOf(unreadable)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    const logged = kit().log.map((line) => JSON.parse(line));
    expect(logged).toMatchObject([{ kind: 'invitation', msg: 'a message could not be composed' }]);
    after(23 * HOUR_MS);
    await deliver();
    expect(await stateOf(unreadable)).toEqual([{ state: 'waiting', unknowns: 0 }]);
    after(25 * HOUR_MS);
    await deliver();
    expect(await stateOf(unreadable)).toEqual([{ state: 'dropped', unknowns: 0 }]);
  });
});

describe('S8: money whose message has no recipient', () => {
  const strangers = () => kit().superApp.answers((_, response) => void response.writeHead(404).end());
  const away = () => kit().superApp.answers((_, response) => void response.writeHead(503).end());
  const erase = () => eraseDeliveredPins(kit().deps.database, kit().clock.now());
  const messages = async () =>
    (await kit().db.query("select kind, state from messages where kind in ('voucher', 'withdrawal-returned')")).rows;
  const sealed = async () =>
    (
      await kit().db.query(
        'select from withdrawals d left join vouchers v on v.withdrawal_id = d.id where d.did_sealed is not null or v.pin_sealed is not null',
      )
    ).rowCount;
  it('is back in the balance if the chat does not know the device, which is erased a day later', async () => {
    const did = await withdrawing(kit());
    strangers();
    await runPayouts(kit().deps);
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
    await deliver();
    expect(await messages()).toEqual([{ kind: 'withdrawal-returned', state: 'dropped' }]);
    after(DAY_MS + HOUR_MS);
    await erase();
    expect(await sealed()).toBe(0);
  });

  it('S10: of a deleted profile is not given up: an operator sends the notice once the chat knows the device', async () => {
    const did = await withdrawing(kit());
    await send(kit(), 'DELETE', api.deleteProfile(did));
    strangers();
    await runPayouts(kit().deps);
    await deliver();
    expect(await messages()).toEqual([{ kind: 'withdrawal-returned', state: 'needs-review' }]);
    after(DAY_MS + HOUR_MS);
    await erase();
    expect(await sealed()).toBe(1);

    const { rows } = await kit().db.query(
      "select m.id, d.reference from messages m join withdrawals d on d.id::text = m.subject where m.state = 'needs-review'",
    );
    chat();
    await kit().deps.database.transaction((tx) => resendMessage(tx, rows[0].id, kit().clock.now()));
    await deliver();
    expect(inbox).toEqual([expect.stringContaining(`name the reference ${rows[0].reference}.`)]);
    after(2 * DAY_MS + 2 * HOUR_MS);
    await erase();
    expect(await sealed()).toBe(0);
  });

  it('S10: keeps no device of a deleted profile in a notice that needs review, and a voucher still arrives', async () => {
    const [returned, paid] = [await withdrawing(kit()), await withdrawing(kit())];
    kit().issuer.answers({ kind: 'refused', code: '2406' });
    await runPayouts(kit().deps);
    away();
    await deliver();
    after(25 * HOUR_MS);
    await deliver();
    expect(await messages()).toEqual(
      expect.arrayContaining(['voucher', 'withdrawal-returned'].map((kind) => ({ kind, state: 'needs-review' }))),
    );
    for (const did of [returned, paid]) await send(kit(), 'DELETE', api.deleteProfile(did));
    expect(await messages()).toEqual(
      expect.arrayContaining([
        { kind: 'voucher', state: 'needs-review' },
        { kind: 'withdrawal-returned', state: 'dropped' },
      ]),
    );
    expect(await sealed()).toBe(1);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });
});

describe('S10: money that is forfeited with the profile', () => {
  it('is not called a balance by the chat afterwards, and leaves no device; a voucher still arrives', async () => {
    await kit().db.query('update withdrawals set did_sealed = null; update vouchers set pin_sealed = null');
    const returned: string[] = [];
    for (let n = 0; n < 4; n += 1) returned.push(await withdrawing(kit()));
    kit().issuer.answers(...returned.map(() => ({ kind: 'refused', code: '2406' }) as const));
    await runPayouts(kit().deps);
    kit().issuer.answers();
    const paid = await withdrawing(kit());
    await runPayouts(kit().deps);
    const { rows } = await kit().db.query("select id from messages where kind = 'withdrawal-returned' order by id");
    // If it had been given up, it would have been due a minute later.
    const states = ['waiting', 'unknown', 'sending', 'dropped'];
    for (const [index, state] of states.entries())
      await kit().db.query('update messages set state = $2, next_attempt_at = $3 where id = $1', [
        rows[index].id,
        state,
        state === 'dropped' ? new Date(NOW.getTime() + MINUTE_MS) : NOW,
      ]);
    for (const did of [...returned, paid]) await send(kit(), 'DELETE', api.deleteProfile(did));
    const kept = await kit().db.query('select state from withdrawals where did_sealed is not null');
    expect(kept.rows).toEqual([{ state: 'paid' }]);
    chat();
    after(HOUR_MS);
    await deliver();
    expect(inbox.join('\n')).not.toContain('The money is back');
    expect(inbox).toContainEqual(expect.stringContaining('1Voucher PIN'));
    expect(inbox.filter((text) => text.includes('deleted'))).toHaveLength(5);
  });
});

describe('R9: messages that should not be sent any more', () => {
  it('delay no voucher once the chat is back', async () => {
    await withdrawing(kit());
    await runPayouts(kit().deps);
    await kit().db.query("update messages set state = 'dropped' where kind <> 'voucher'");
    await kit().db.query(
      `insert into messages (id, kind, subject, state, created_at, next_attempt_at)
       select gen_random_uuid(), 'withdrawal-requested', gen_random_uuid(), 'waiting', $1, $1 from generate_series(1, 50)`,
      [new Date(NOW.getTime() - MINUTE_MS)],
    );
    const { deps, clock, app } = kit();
    const chatBreaker = breaker(clock);
    for (let n = 0; n < 5; n += 1) chatBreaker.failed();
    const context = { composers: composersOf(deps), chatBreaker, log: app.log, signal: new AbortController().signal };
    const round = messageRunner(deps, 2, context);
    chat();
    await round();
    expect(inbox).toEqual([]);
    after(MINUTE_MS / 2);
    await round();
    expect(inbox).toEqual([expect.stringContaining('1Voucher PIN')]);
  });

  it('do not count as a probe, nor does a round in which nothing is due', async () => {
    const { deps, clock, app } = kit();
    const chatBreaker = breaker(clock);
    for (let n = 0; n < 5; n += 1) chatBreaker.failed();
    const context = { composers: composersOf(deps), chatBreaker, log: app.log, signal: new AbortController().signal };
    after(MINUTE_MS / 2);
    await messageRunner(deps, 1, context)();
    expect(chatBreaker.allows()).toBe(true);
  });
});
