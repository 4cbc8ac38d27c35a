import { addMonths } from '@panel/domain/calendar';
import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goldenFor, NOW, registered, send, useKit } from '../../test/kit.ts';
import { inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { ENOUGH, earnAvailable } from '../rewards/rewards.testing.ts';
import { composersOf } from '../worker/worker.ts';
import { chatThatKeeps, closedBreaker, deliverMessages, NUMBER, type Sent } from './messages.testing.ts';
import { messageRunner } from './outbox.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
let inbox: Sent[] = [];
/** A chat that finds one number for every device and accepts messages, or does `instead`. */
const chat = (instead?: (response: import('node:http').ServerResponse) => void) =>
  kit().superApp.answers(chatThatKeeps((sent) => inbox.push(sent), instead && { answer: instead }));
afterEach(() => {
  inbox = [];
  kit().superApp.reset();
  kit().clock.set(NOW);
});
const deliver = () => deliverMessages(kit().deps, composersOf(kit().deps));
const after = (minutes: number) => kit().clock.set(new Date(NOW.getTime() + minutes * 60_000));
const states = async () =>
  (
    await kit().db.query(
      "select kind, state, attempts from messages where state not in ('sent', 'dropped') order by created_at",
    )
  ).rows;

/** Those are tested in notices.test.ts. */
const dropNotices = () =>
  kit().db.query("update messages set state = 'dropped' where kind in ('withdrawal-requested', 'profile-deleted')");

async function withVoucher(): Promise<string> {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
  await dropNotices();
  return did;
}

describe('the chat', () => {
  it('S8: gets the voucher, once', async () => {
    await withVoucher();
    chat();
    await deliver();
    await deliver();
    expect(inbox).toHaveLength(1);
    expect(inbox[0]?.to).toBe(NUMBER);
    expect(inbox[0]?.text.body).toMatch(
      new RegExp(String.raw`${formatRand(ENOUGH)}[\s\S]*1Voucher PIN: \*\d{16}\*[\s\S]*2029-11-15`),
    );
    expect(await states()).toEqual([]);
  });

  it('S8: gets the voucher before requests that are more overdue, and then those', async () => {
    for (let n = 0; n < 3; n += 1) await registered(kit());
    await inviteToDueSurveys(kit().deps);
    after(10);
    await withVoucher();
    chat();
    await deliver();
    expect(inbox.length).toBeGreaterThan(3);
    expect(inbox.findIndex(({ text }) => text.body.includes('1Voucher PIN'))).toBe(0);
  });

  it('S10: also gets it after the profile was deleted', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await send(kit(), 'DELETE', api.deleteProfile(did));
    await runPayouts(kit().deps);
    await dropNotices();
    chat();
    await deliver();
    expect(inbox).toHaveLength(1);
    expect(inbox[0]?.text.body).toContain('1Voucher PIN');
  });

  it('S8: is retried while it can’t be reached, and once more if its answer is lost; then an operator decides', async () => {
    await withVoucher();
    kit().superApp.answers((_, response) => void response.writeHead(503).end());
    await deliver();
    expect(await states()).toEqual([{ kind: 'voucher', state: 'waiting', attempts: 1 }]);
    chat((response) => response.destroy());
    after(2);
    await deliver();
    expect(await states()).toMatchObject([{ state: 'unknown' }]);
    after(10);
    await deliver();
    expect(inbox).toHaveLength(2);
    expect(await states()).toMatchObject([{ state: 'needs-review' }]);
    after(60);
    await deliver();
    expect(inbox).toHaveLength(2);
    await kit().db.query("update messages set state = 'dropped' where state = 'needs-review'");
  });

  it.each([
    ['HTML', '<html>Welcome</html>'],
    ['JSON that names no message', '{"user_profile":{}}'],
    ['text', '"sent"'],
    ['nothing', ''],
  ])(
    'S8: a 200 with %s is not the chat’s answer: the voucher is sent once more, then an operator decides',
    async (_, body) => {
      await withVoucher();
      chat((response) => response.end(body));
      await deliver();
      expect(await states()).toMatchObject([{ kind: 'voucher', state: 'unknown' }]);
      after(10);
      await deliver();
      expect(inbox).toHaveLength(2);
      expect(await states()).toMatchObject([{ kind: 'voucher', state: 'needs-review' }]);
      await kit().db.query("update messages set state = 'dropped' where state = 'needs-review'");
    },
  );

  it('S8: that limits the rate gets each message again with backoff until it accepts it, and counts as failing', async () => {
    await withVoucher();
    const failed = vi.fn();
    const busy = { ...closedBreaker, failed };
    const context = { composers: composersOf(kit().deps), chatBreaker: busy, log: kit().app.log };
    const run = () => messageRunner(kit().deps, 1, { ...context, signal: new AbortController().signal })();
    chat((response) => response.writeHead(429).end('{"error":"too many"}'));
    for (const [attempts, minutes] of [0, 1, 4, 10, 60].entries()) {
      after(minutes);
      await run();
      expect(await states()).toEqual([{ kind: 'voucher', state: 'waiting', attempts: attempts + 1 }]);
      expect(failed).toHaveBeenCalledTimes(attempts + 1);
    }
    chat();
    after(120);
    await run();
    expect(inbox).toHaveLength(6);
    expect(await states()).toEqual([]);
  });

  it('S8: a worker that dies while sending counts as a lost answer', async () => {
    await withVoucher();
    chat();
    await kit().db.query("update messages set state = 'sending', unknowns = 1 where state = 'waiting'");
    await deliver();
    expect(inbox).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'needs-review' }]);
    await kit().db.query("update messages set state = 'dropped' where state = 'needs-review'");
  });

  it('S8: a worker that was slower than its lease changes nothing for the one that has the message now', async () => {
    await withVoucher();
    let loseAnswer = () => {};
    const isSent = new Promise<void>((resolve) => {
      chat((response) => {
        loseAnswer = () => response.destroy();
        resolve();
      });
    });
    const slow = deliver();
    await isSent;
    after(2);
    // Its answer comes while the other one is sending.
    chat((response) => {
      loseAnswer();
      void slow.then(() => response.destroy());
    });
    await Promise.all([slow, deliver()]);
    expect(await states()).toMatchObject([{ kind: 'voucher', state: 'needs-review', attempts: 2 }]);
    after(60);
    await deliver();
    expect(inbox).toHaveLength(2);
    await kit().db.query("update messages set state = 'dropped' where state = 'needs-review'");
  });

  it('S8: after a day without the chat, a message about money needs review and an invitation is dropped', async () => {
    await withVoucher();
    await inviteToDueSurveys(kit().deps);
    kit().superApp.answers((_, response) => void response.writeHead(503).end());
    await deliver();
    after(25 * 60);
    await deliver();
    expect(await states()).toEqual([{ kind: 'voucher', state: 'needs-review', attempts: 2 }]);
    await kit().db.query("update messages set state = 'dropped' where state = 'needs-review'");
  });

  it('S10: a voucher refused after the profile was deleted is kept for its owner, and the chat says so', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await send(kit(), 'DELETE', api.deleteProfile(did));
    kit().issuer.answers({ kind: 'refused', code: '2406' });
    await runPayouts(kit().deps);
    await dropNotices();
    chat();
    await deliver();
    const { rows: returned } = await kit().db.query("select reference from withdrawals where state = 'returned'");
    expect(inbox.map(({ text }) => text.body)).toEqual([
      `We could not issue your 1Voucher of ${formatRand(ENOUGH)}, and your Bua Panel profile is deleted. The money is kept for you; please contact the panel admin and name the reference ${returned[0].reference}.`,
    ]);
    const { rows } = await kit().db.query("select sum(amount)::int as kept from postings where account = 'unclaimed'");
    expect(rows).toEqual([{ kept: ENOUGH }]);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('S11: invites approved, opted-in, active panelists, once each time a survey is due', async () => {
    const did = await registered(kit());
    chat();
    await inviteToDueSurveys(kit().deps);
    await inviteToDueSurveys(kit().deps);
    await deliver();
    const mine = () => inbox.filter(({ text }) => text.body.includes(did)).map(({ text }) => text.body);
    expect(mine()).toHaveLength(1);
    expect(mine()[0]).toContain(`http://localhost:3000/profiling-second-round/${did}`);

    await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    inbox = [];
    kit().clock.set(addMonths(NOW, 3));
    await inviteToDueSurveys(kit().deps);
    await deliver();
    expect(mine()).toHaveLength(1);
    expect(mine()[0]).toContain('/profiling-quarterly/');
  });

  it('S11, T28: invites no panelist who opted out, was suspended, left or became inactive, up to the moment of sending', async () => {
    const [out, suspended, gone] = [await registered(kit()), await registered(kit()), await registered(kit())];
    const asleep = await registered(kit());
    chat();
    await inviteToDueSurveys(kit().deps);
    await send(kit(), 'PUT', api.preference(out), { data: [{ preference: 'research', value: false }] });
    const index = (did: string) => kit().vault.digest('did', did);
    await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [index(suspended)]);
    await kit().db.query('update panelists set last_active_at = $2 where did_index = $1', [
      index(asleep),
      addMonths(NOW, -13),
    ]);
    await send(kit(), 'DELETE', api.deleteProfile(gone));
    await deliver();
    for (const did of [out, suspended, gone, asleep]) expect(JSON.stringify(inbox)).not.toContain(did);
  });
});
