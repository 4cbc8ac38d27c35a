/** One row is broken, and everything goes on without it. every-job.test.ts does the same for each job. */

import type { JobName } from '@panel/domain/console/jobs';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { formatRand } from '@panel/domain/rewards/amounts';
import { describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { auditOf } from '../console/console.testing.ts';
import { matchItem, matchPush, matchReturn } from '../partners/cint-match/contract.testing.ts';
import { deliver, insertSessions, pendingOf } from '../partners/partners.testing.ts';
import type { TestSession } from '../partners/protocol.testing.ts';
import { applyStatements } from '../partners/statements.ts';
import { ItemsFailed, processItems, setAside } from '../platform/failed-items.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, ENOUGH, wallet, walletIdOfDid, withdrawalOf, withdrawing } from '../rewards/rewards.testing.ts';
import { useBadRows } from './one-bad-row.testing.ts';
import { applyRetention } from './retention.ts';

const { kit, signIn, failedItems, addCents, breakRow } = useBadRows();
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('R22: a reward whose wallet is a cent short', () => {
  const release = (at: Date) => releaseDueRewards(kit().depsAs('worker').database, at);
  /** Three panelists with a reward that is due; the second one's wallet is a cent short. */
  async function threeDue() {
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())] as const;
    for (const did of dids) await complete(kit(), did, 900);
    await addCents(dids[1], -1);
    const { rows } = await kit().db.query('select id from rewards where wallet_id = $1', [
      await walletIdOfDid(kit(), dids[1]),
    ]);
    const id: string = rows[0].id;
    const available = () => Promise.all(dids.map(async (did) => (await wallet(kit(), did)).available));
    return { dids, id, available };
  }

  it('is set aside with the reason, and all others are released', async () => {
    const { dids, id, available } = await threeDue();
    await expect(release(after(14 * DAY_MS))).rejects.toThrow(AggregateError);
    expect(await available()).toEqual([900, 0, 900]);
    expect(await failedItems()).toEqual([{ job: 'release', item: id, reason: '23514 cents_held_check', failures: 1 }]);
    await addCents(dids[1], 1);
    await release(after(14 * DAY_MS + MINUTE_MS));
  });

  it('is tried ever more seldom, until it succeeds', async () => {
    const { dids, available } = await threeDue();
    const tries: number[] = [];
    for (let minute = 0; minute < 190; minute += 1)
      await release(after(14 * DAY_MS + minute * MINUTE_MS)).catch(() => tries.push(minute));
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    await addCents(dids[1], 1);
    expect(await release(after(15 * DAY_MS + HOUR_MS))).toBe(1);
    expect(await available()).toEqual([900, 900, 900]);
    expect(await failedItems()).toEqual([]);
  });

  it('that is reversed meanwhile is no longer listed', async () => {
    const { id } = await threeDue();
    await expect(release(after(14 * DAY_MS))).rejects.toThrow(AggregateError);
    await kit().db.query("update rewards set state = 'reversed' where id = $1", [id]);
    expect(await release(after(14 * DAY_MS + MINUTE_MS))).toBe(0);
    expect(await failedItems()).toEqual([]);
  });
});

describe('R22: an approved statement', () => {
  it('takes back all rewards but one that fails, and the approval says so', async () => {
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())] as const;
    const sessions: string[] = [];
    kit().clock.set('2027-03-10T10:00:00Z');
    for (const did of dids) sessions.push(await complete(kit(), did, 900));
    await addCents(dids[1], -1);
    kit().clock.set('2027-04-10T10:00:00Z');
    const [one, other] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
    const file = ['session;status;amount', ...sessions.map((id) => `${id};reversed;`), ''].join('\n');
    const read = await one.operate('read-statement', {
      partner: 'purespectrum',
      month: '2027-03',
      file,
      anyway: 'yes',
    });
    const statement = read.json().page.split('=')[1];
    const { proposal } = (await one.operate('apply-statement', { statement, reason: 'agreed' })).json();
    const approved = await other.approve(proposal);
    expect([approved.statusCode, approved.json().message, approved.json().lines]).toEqual([
      200,
      'The rewards are taken back. 1 reward couldn’t be taken back yet: Today lists the reason.',
      ['R18 taken back', '1 reward couldn’t be taken back yet: Today lists the reason.'],
    ]);
    const item = `${statement} ${sessions[1]}`;
    expect(await failedItems()).toMatchObject([{ job: 'statements', item, reason: '23514 cents_held_check' }]);
    expect((await wallet(kit(), dids[2])).pending).toBe(0);

    // Later statements don't wait for it, and it is tried again.
    await addCents(dids[1], 1);
    const { database, config, clock } = kit().depsAs('worker');
    expect(await applyStatements(database, config.pricing, addMs(clock.now(), MINUTE_MS))).toBe(1);
    expect((await wallet(kit(), dids[1])).pending).toBe(0);
    expect(await failedItems()).toEqual([]);
  });
});

describe('R22: the issuer’s file', () => {
  it('is compared but for a row that fails, which keeps payouts frozen until it is compared', async () => {
    const references: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const { reference } = await withdrawalOf(kit(), await withdrawing(kit()));
      references.push(reference);
    }
    await runPayouts(kit().deps);
    await kit().db.query(
      "insert into payout_freezes (at, reasons, until_reconciled, last_change_at) values ($1, array['failover'], true, $1)",
      [NOW],
    );
    const mend = await breakRow('withdrawals', `new.reference = '${references[1]}'`);
    kit().clock.set(after(DAY_MS));
    const finance = await signIn('finance-1', 'finance');
    const lines = references.map((reference, index) => `${reference};${ENOUGH};S-1;T-${index};2026-11-15`);
    const file = ['reference;amount;serialNumber;transactionId;transactionDate', ...lines, ''].join('\n');
    const upload = async () => (await finance.operate('reconcile', { file, anyway: 'yes' })).json();
    const first = await upload();
    expect(first.message).toBe(
      'The file’s rows are compared: 3. 1 row couldn’t be compared: Today lists the reason. Upload the file again later.',
    );
    expect(first.lines).toContain(`not compared: ${references[1]} ${formatRand(ENOUGH)}`);
    expect((await finance.page(first.page.slice(1))).counts.matched).toBe(2);
    expect(await failedItems()).toMatchObject([{ job: 'settlement', item: references[1], reason: '22000 planted' }]);
    await mend();
    expect((await upload()).message).toContain('Payouts have resumed');
    expect(await failedItems()).toEqual([]);
  });
});

describe('R22: a partner’s push', () => {
  const counted = async () =>
    /^panel_partner_callbacks_total\{partner="cint-match",result="failed"\} (\d+)$/m.exec(
      (await kit().internal.inject('/metrics')).body,
    )?.[1];
  /** Three panelists with a session each, and a push that completes all three. */
  async function pushOfThree() {
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())] as const;
    const sessions: TestSession[] = [];
    for (const did of dids) sessions.push(...(await insertSessions(kit(), 'cint-match', did, 1)));
    const [first, second, third] = sessions as [TestSession, TestSession, TestSession];
    const push = (items: readonly unknown[] = [first, second, third].map((one) => matchItem(one, '3/10'))) =>
      deliver(kit(), { ...matchPush(first, '3/10'), payload: items });
    const pending = () => Promise.all(dids.map((did) => pendingOf(kit(), did)));
    return { sessions: [first, second, third] as const, push, pending };
  }

  it('is recorded but for an event that fails, is answered 500, and is done once it is sent again', async () => {
    const { sessions, push, pending } = await pushOfThree();
    const mend = await breakRow('partner_events', `new.session_id = '${sessions[1].sessionId}'`);
    expect(await counted()).toBe('0');
    expect((await push()).statusCode).toBe(500);
    expect(await pending()).toEqual([900, 0, 900]);
    expect(await counted()).toBe('1');
    expect((await push()).statusCode).toBe(500);
    const item = `cint-match ${sessions[1].sessionId}:complete`;
    expect(await failedItems()).toEqual([{ job: 'callbacks', item, reason: '22000 planted', failures: 2 }]);
    await mend();
    expect((await push()).statusCode).toBe(200);
    expect(await pending()).toEqual([900, 900, 900]);
    expect(await failedItems()).toEqual([]);
  });

  it('is recorded but for an item that can’t be read', async () => {
    const { sessions, push, pending } = await pushOfThree();
    expect((await push([matchItem(sessions[0], '3/10'), null, matchItem(sessions[2], '3/10')])).statusCode).toBe(400);
    expect(await pending()).toEqual([900, 0, 900]);
  });

  it('a panelist who returns with an event that fails still gets the page', async () => {
    const [session] = (await pushOfThree()).sessions;
    const mend = await breakRow('partner_events', `new.session_id = '${session.sessionId}'`);
    const returned = await deliver(kit(), matchReturn(session, 'success', '3/10'));
    await mend();
    expect([returned.statusCode, returned.headers.location]).toEqual([303, '/survey-result/thanks?partner=cint-match']);
    expect(await failedItems()).toMatchObject([{ job: 'callbacks' }]);
  });
});

describe('R22: items that failed', () => {
  const listed = async (...items: readonly (readonly [job: string, item: string])[]) => {
    for (const [job, item] of items)
      await setAside(kit().deps.database, { job: job as JobName, item, error: new RangeError('x') }, NOW);
  };
  const nextTry = async (item: string) =>
    (await kit().db.query('select next_try_at as at from failed_items where item = $1', [item])).rows[0]?.at;

  it('are tried again at once if an operator says so, and the audit says who did', async () => {
    await listed(['release', 'r-1']);
    expect(await nextTry('r-1')).toEqual(after(MINUTE_MS));
    const support = await signIn('support-1', 'support');
    expect((await support.operate('retry-item', { job: 'release', item: 'r-1' })).statusCode).toBe(200);
    expect(await nextTry('r-1')).toEqual(NOW);
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      operation: 'retry-item',
      inputs: { job: 'release' },
      subject: 'r-1',
    });
    expect((await support.operate('retry-item', { job: 'release', item: 'r-2' })).statusCode).toBe(409);
  });

  it('are closed if nobody sends them again', async () => {
    await listed(['callbacks', 'cint-match s:complete']);
    expect(await nextTry('cint-match s:complete')).toBeNull();
    const finance = await signIn('finance-1', 'finance');
    const close = () =>
      finance.operate('close-item', { job: 'callbacks', item: 'cint-match s:complete', reason: 'credited as D-7' });
    expect((await close()).statusCode).toBe(200);
    expect(await failedItems()).toEqual([]);
    expect((await close()).statusCode).toBe(409);
  });

  it('T29: are kept for 30 days if nobody sends them again', async () => {
    await listed(['callbacks', 'cint-match s:complete'], ['lsm', 'p-1']);
    kit().clock.set(after(30 * DAY_MS));
    await applyRetention(kit().depsAs('worker'));
    expect(await failedItems()).toHaveLength(2);
    kit().clock.set(after(30 * DAY_MS + 1));
    await applyRetention(kit().depsAs('worker'));
    expect(await failedItems()).toEqual([]);
  });

  it('say their reason without what a person has entered', async () => {
    const text = Object.assign(new Error('082 123 4567'), { code: '22P02', detail: 'Thandi' });
    const thrown = () => JSON.parse('{"surname": Thandi');
    const fault = await Promise.resolve()
      .then(thrown)
      .catch((error: unknown) => error);
    for (const [item, error] of [
      ['a', text],
      ['b', fault],
      ['c', 'Thandi'],
    ] as const)
      await setAside(kit().deps.database, { job: 'release', item, error }, NOW);
    const reasons = (await failedItems()).map(({ reason }) => reason);
    expect(reasons).toEqual(['22P02', expect.stringMatching(/^SyntaxError in \S+$/), 'unknown']);
  });

  it('are shown by the health check, and the most overdue reward by a metric', async () => {
    const overdue = async () =>
      Number(/^panel_oldest_overdue_reward_seconds (\S+)$/m.exec((await kit().internal.inject('/metrics')).body)?.[1]);
    await releaseDueRewards(kit().deps.database, kit().clock.now());
    expect(await overdue()).toBe(0);
    await complete(kit(), await registered(kit()), 900);
    kit().clock.set(after(14 * DAY_MS + HOUR_MS));
    expect(await overdue()).toBe(3600);
    await releaseDueRewards(kit().deps.database, kit().clock.now());
    expect(await overdue()).toBe(0);
    await listed(['release', 'r-1']);
    const { statusCode, body } = await kit().internal.inject('/healthz/attention');
    expect([statusCode, JSON.parse(body)]).toEqual([503, expect.objectContaining({ ok: false, failedItems: 1 })]);
  });

  it('don’t hold up others if there are many: after twenty the rest of the round waits', async () => {
    const items = Array.from({ length: 50 }, (_, index) => `i-${index}`);
    const tried: string[] = [];
    const round = processItems(kit().deps.database, NOW, {
      job: 'release',
      find: async () => items,
      process: async ([item = '', ...others]) => {
        if (others.length === 0) tried.push(item);
        throw new Error('broken');
      },
    });
    await expect(round).rejects.toThrow(ItemsFailed);
    expect(tried).toEqual(items.slice(0, 20));
  });
});
