/** A party that hangs or fails delays only its own calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knows, NOW, registered, useKit } from '../../test/kit.ts';
import type { Chat } from '../messages/chat.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import type { IssueRequest, IssueResult, Issuer } from '../rewards/issuer.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, wallet, withdrawalOf, withdrawing } from '../rewards/rewards.testing.ts';
import { startWorker, type Worker } from './worker.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const PAYOUTS_AT_ONCE = 8;
const MESSAGES_AT_ONCE = 12;
const MAX_LATENESS_MS = 5000;
let worker: Worker | null = null;

/** An issuer whose calls hang until the test releases them. */
function hangingIssuer() {
  const calls: { request: IssueRequest; answer(result: IssueResult): void }[] = [];
  const issue = (request: IssueRequest): Promise<IssueResult> =>
    new Promise((resolve) => {
      calls.push({ request, answer: resolve });
      request.signal?.addEventListener('abort', () => resolve({ kind: 'unknown', code: 'timeout' }));
    });
  return { calls, issue };
}
const voucher = (n: number): IssueResult => ({
  kind: 'issued',
  pin: String(10n ** 15n + BigInt(n)),
  serial: `S${n}`,
  transaction: `T${n}`,
  expiresOn: null,
});

function start(issue: Issuer['issue'], chat: Chat = kit().deps.chat): void {
  worker = startWorker(
    { ...kit().depsAs('worker'), chat, issuer: { issue } },
    kit().app.log as FastifyBaseLogger,
    createMetrics(),
  );
}
const many = (count: number) => Promise.all(Array.from({ length: count }, () => withdrawing(kit())));
const count = async (statement: string): Promise<number> => (await kit().db.query(statement)).rows[0].count;
const inState = (table: 'withdrawals' | 'messages', state: string) =>
  count(`select count(*)::int from ${table} where state = '${state}'`);

/** The time from due to done, the best of a few attempts. */
async function bestLatenessMs(makeDue: () => Promise<() => Promise<boolean>>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times += 1) {
    const isDone = await makeDue();
    const began = performance.now();
    await expect.poll(isDone, { interval: 20 }).toBe(true);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

let paidBefore = 0;
const paid = async () => (await inState('withdrawals', 'paid')) - paidBefore;
beforeEach(async () => {
  paidBefore = await inState('withdrawals', 'paid');
  await kit().db.query('delete from messages');
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  kit().superApp.reset();
  // Pays what a test has left open, so that the next one begins with empty queues.
  kit().clock.set(new Date(NOW.getTime() + 10 * 60_000));
  while ((await runPayouts(kit().deps)) > 0);
  kit().clock.set(NOW);
});

describe('R9: while the issuer hangs on fifty payouts', () => {
  it('rewards are released and messages sent at most 5 s late, and new due payouts are started', async () => {
    await many(50);
    const { calls, issue } = hangingIssuer();
    start(issue);
    await expect.poll(() => calls.length).toBe(PAYOUTS_AT_ONCE);

    const releasedLateMs = await bestLatenessMs(async () => {
      const earner = await registered(kit());
      await complete(kit(), earner, 900, { at: new Date(NOW.getTime() - 15 * DAY_MS) });
      return async () => (await wallet(kit(), earner)).available === 900;
    });
    expect(releasedLateMs).toBeLessThan(MAX_LATENESS_MS);
    // Every panelist is invited to the first profiling survey.
    await expect.poll(() => inState('messages', 'sent')).toBeGreaterThanOrEqual(51);
    const sentLateMs = await bestLatenessMs(async () => {
      const { id } = await withdrawalOf(kit(), await withdrawing(kit()));
      return async () =>
        (await count(`select count(*)::int from messages where subject = '${id}' and state = 'sent'`)) === 1;
    });
    expect(sentLateMs).toBeLessThan(MAX_LATENESS_MS);

    // One free slot is enough for all that wait.
    calls[0]?.answer(voucher(0));
    await expect.poll(() => calls.length).toBe(PAYOUTS_AT_ONCE + 1);
    expect(new Set(calls.map(({ request }) => request.reference)).size).toBe(calls.length);
  });
});

describe('R9: concurrently', () => {
  it('eight payouts: at two seconds each, 240 a minute', async () => {
    const dids = await many(20);
    let underWay = 0;
    let most = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let issued = 0;
    start(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await held;
      underWay -= 1;
      issued += 1;
      return voucher(issued);
    });
    await expect.poll(() => underWay).toBe(PAYOUTS_AT_ONCE);
    letGo();
    await expect.poll(paid).toBe(20);
    expect([most, issued]).toEqual([PAYOUTS_AT_ONCE, 20]);
    for (const did of dids) expect(await wallet(kit(), did)).toMatchObject({ reserved: 0 });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('twelve messages: at a lookup and a send of 50 ms each, 120 a second', async () => {
    await many(20);
    let underWay = 0;
    const sent: string[] = [];
    const waiting: (() => void)[] = [];
    let isHeld = true;
    kit().superApp.answers((request, response) => {
      if (request.method === 'GET') return knows('27820001111')(request, response);
      underWay += 1;
      const answer = () => {
        sent.push(new URL(request.url ?? '', 'http://chat').searchParams.get('job_id') ?? '');
        response.end('{"id":"m1"}');
      };
      if (isHeld) waiting.push(answer);
      else answer();
    });
    start(async ({ reference }) => kit().issuer.issue({ reference, amountCents: 6000n }));
    await expect.poll(() => underWay).toBe(MESSAGES_AT_ONCE);
    isHeld = false;
    for (const answer of waiting) answer();
    await expect
      .poll(() => count("select count(*)::int from messages where state = 'sent' and kind = 'voucher'"))
      .toBe(20);
    expect(new Set(sent).size).toBe(sent.length);
  });
});

/** A party's call that takes this long, and how long its calls really took: on a busy machine a timer is late. */
function slowCall<Result>(ms: number, result: (calls: number) => Result) {
  const tookMs: number[] = [];
  let beganAt = Number.POSITIVE_INFINITY;
  const call = async (): Promise<Result> => {
    const calledAt = performance.now();
    beganAt = Math.min(beganAt, calledAt);
    await sleep(ms);
    tookMs.push(performance.now() - calledAt);
    return result(tookMs.length);
  };
  const meanMs = () => tookMs.reduce((sum, took) => sum + took, 0) / tookMs.length;
  return { call, meanMs, sinceFirstMs: () => performance.now() - beganAt };
}

describe('R9: with slow parties', () => {
  it('at least 100 payouts a minute, if the issuer takes 2 s', async () => {
    await many(24);
    const issuing = slowCall(2000, voucher);
    start(issuing.call);
    await expect.poll(paid, { interval: 20 }).toBe(24);
    const perCall = 24 / (issuing.sinceFirstMs() / issuing.meanMs());
    expect(perCall * (60 / 2)).toBeGreaterThanOrEqual(100);
  });

  it('at least 50 messages a second, if the chat takes 50 ms for a look-up and as long for a send', async () => {
    await many(36);
    await kit().db.query('update profiling_due set invite_at = null');
    // Ten times as slow, so that the database's time on a busy machine matters little.
    const looking = slowCall(500, () => ({ kind: 'found', number: '27820001111' }) as const);
    const sending = slowCall(500, () => ({ kind: 'accepted' }) as const);
    start(hangingIssuer().issue, { lookUp: looking.call, send: sending.call });
    await expect.poll(() => inState('messages', 'sent'), { interval: 20 }).toBe(36);
    const messageMs = looking.meanMs() + sending.meanMs();
    const perMessage = 36 / (looking.sinceFirstMs() / messageMs);
    expect(perMessage / 0.1).toBeGreaterThanOrEqual(50);
  });
});

describe('R9: an issuer that fails', () => {
  it('is no longer called after a few failures, until a probe half a minute later succeeds', async () => {
    await many(30);
    let calls = 0;
    let isDown = true;
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    start(async () => {
      calls += 1;
      if (isDown) await failing;
      return isDown ? { kind: 'not-started', code: 'token' } : voucher(calls);
    });
    // All concurrent calls fail together, so that none is being claimed when the breaker opens.
    await expect.poll(() => calls).toBe(PAYOUTS_AT_ONCE);
    fail();
    await expect.poll(() => inState('withdrawals', 'reserved')).toBe(30);
    expect(calls).toBe(PAYOUTS_AT_ONCE);

    isDown = false;
    kit().clock.set(new Date(NOW.getTime() + 60_000));
    await expect.poll(paid).toBe(30);
  });
});

describe('R12: a worker that is stopped', () => {
  it('ends its calls to the issuer, and the next one sends them again with the same reference', async () => {
    const dids = await many(3);
    const { calls, issue } = hangingIssuer();
    start(issue);
    await expect.poll(() => calls.length).toBe(3);
    await worker?.stop();
    expect(calls.every(({ request }) => request.signal?.aborted)).toBe(true);
    expect(await inState('withdrawals', 'unknown')).toBe(3);

    kit().clock.set(new Date(NOW.getTime() + 60_000));
    const references: string[] = [];
    start(async ({ reference }) => {
      references.push(reference);
      return voucher(references.length);
    });
    await expect.poll(paid).toBe(3);
    expect(references.sort()).toEqual(calls.map(({ request }) => request.reference).sort());
    for (const did of dids) expect(await wallet(kit(), did)).toMatchObject({ reserved: 0, available: 0 });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });
});
