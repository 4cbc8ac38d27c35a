/** How fast the worker releases rewards, sends messages and pays out, with slow outside parties. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { sendCalls } from '../load.ts';
import type { Part } from '../part.ts';
import { type BenchDatabase, type RunningProduct, startDatabase, startProduct } from '../product.ts';
import { number, ratio, table } from '../report.ts';
import { addHeldRewards } from '../seed.ts';
import { medianOf } from '../statistics.ts';

const DELAYS_MS = [0, 50, 200];
const QUICK_DELAYS_MS = [0, 20];
const POLL_MS = 50;
const GIVE_UP_MS = 600_000;
/** The required rates of one worker with parties this slow. */
const MESSAGES = { delayMs: 50, perSecond: 50 };
const PAYOUTS = { delayMs: 2000, perMinute: 100 };

const didOf = (n: number) => `worker-phone-${n}`;

async function registerPanelists(database: BenchDatabase, panelists: number): Promise<void> {
  const product = await startProduct(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
  await sendCalls(product.origin, panelists, 4, (index) => ({
    method: 'POST',
    path: api.register,
    body: JSON.stringify(GOLDEN.registration.payload).replaceAll(GOLDEN.registration.did, didOf(index)),
  }));
  await product.stop();
  await addHeldRewards(database.client);
  // No panelist is invited before the messages are measured.
  await database.client.query('update profiling_due set invite_at = null');
}

/** Delays the parties' responses by this much. */
async function setDelay({ sandbox }: RunningProduct, delayMs: number, parties: readonly string[]): Promise<void> {
  for (const party of parties)
    await fetch(`${sandbox}/__sandbox/scenario`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(delayMs > 0 ? { party, mode: 'slow', delayMs } : { party, mode: 'ok' }),
    });
}

/** Returns the items per second, from making them due until the last one is done. */
async function rateOf(database: BenchDatabase, items: number, makeDue: string, countDone: string): Promise<number> {
  await database.client.query(makeDue);
  const began = performance.now();
  for (;;) {
    const { rows } = await database.client.query(countDone);
    const tookMs = performance.now() - began;
    if (Number(rows[0].count) >= items) return (items * 1000) / tookMs;
    if (tookMs > GIVE_UP_MS) throw new Error(`Only ${rows[0].count} of ${items} were done: ${countDone}`);
    await sleep(POLL_MS);
  }
}

/** A loop that calls the chat one call after the other. */
async function chatCallsPerSecond({ sandbox }: RunningProduct, calls: number): Promise<number> {
  const callAt = () => ({ method: 'GET', path: '/chat/v1/users/some-phone-1?access_token=bench' }) as const;
  return (await sendCalls(sandbox, calls, 1, callAt)).perSecond;
}

const releaseRewards = (database: BenchDatabase, panelists: number): Promise<number> =>
  rateOf(
    database,
    panelists,
    `update rewards set release_at = now() - interval '1 hour'`,
    `select count(*) from rewards where state = 'available'`,
  );

/** Every panelist withdraws while payouts are frozen, so that all fall due at once. */
async function payOut(database: BenchDatabase, { origin }: RunningProduct, panelists: number): Promise<number> {
  await database.client.query(`insert into payout_freezes (at, reason) values (now(), 'bench')`);
  await sendCalls(origin, panelists, 4, (index) => ({ method: 'GET', path: api.withdraw(didOf(index)) }));
  return rateOf(
    database,
    panelists,
    'update payout_freezes set lifted_at = now()',
    `select count(*) from withdrawals where state = 'paid'`,
  );
}

/** Payouts per minute, if only the issuer is slow. */
async function payoutsPerMinute(delayMs: number, panelists: number): Promise<number> {
  const database = await startDatabase();
  await registerPanelists(database, panelists);
  const product = await startProduct(database.url, { LOG_LEVEL: 'warn' });
  await releaseRewards(database, panelists);
  await setDelay(product, delayMs, ['flash']);
  const perSecond = await payOut(database, product, panelists);
  await product.stop();
  await database.close();
  return 60 * perSecond;
}

type Rates = Readonly<Record<'releases' | 'messages' | 'payouts' | 'chatCalls', number>>;

async function measureRates(delayMs: number, panelists: number): Promise<Rates> {
  const database = await startDatabase();
  await registerPanelists(database, panelists);
  const product = await startProduct(database.url, { LOG_LEVEL: 'warn' });
  await setDelay(product, delayMs, ['chat', 'flash']);
  const chatCalls = await chatCallsPerSecond(product, 20);
  const releases = await releaseRewards(database, panelists);
  const messages = await rateOf(
    database,
    panelists,
    `update profiling_due set invite_at = due_at where survey = 'second-round'`,
    `select count(*) from messages where kind = 'invitation' and state = 'sent'`,
  );
  const payouts = await payOut(database, product, panelists);
  await product.stop();
  await database.close();
  return { releases, messages, payouts, chatCalls };
}

export const part: Part = {
  title: 'Worker: releases, messages and payouts a second',
  async run({ rounds, count, progress, quick, allow }) {
    const panelists = count(400, 20);
    const rows = [];
    let messages = Number.NaN;
    for (const delayMs of quick ? QUICK_DELAYS_MS : DELAYS_MS) {
      progress(`worker: the outside parties take ${delayMs} ms`);
      const measured = await rounds.measure(count(3, 1), () => measureRates(delayMs, panelists));
      const of = (what: keyof Rates) => medianOf(measured, (rates) => rates[what]);
      const withRatio = (what: keyof Rates) => [number(of(what)), ratio(of(what), of('chatCalls'))];
      if (delayMs === MESSAGES.delayMs) messages = of('messages');
      rows.push([
        `${delayMs} ms`,
        number(of('chatCalls')),
        number(of('releases')),
        ...withRatio('messages'),
        ...withRatio('payouts'),
      ]);
    }
    progress(`worker: the issuer takes ${PAYOUTS.delayMs} ms`);
    const few = count(80, 8);
    const payouts = medianOf(
      await rounds.measure(count(3, 1), () => payoutsPerMinute(PAYOUTS.delayMs, few)),
      (perMinute) => perMinute,
    );
    allow(
      `worker: ${number(messages)} messages a second, at least ${MESSAGES.perSecond}`,
      messages >= MESSAGES.perSecond,
    );
    allow(`worker: ${number(payouts)} payouts a minute, at least ${PAYOUTS.perMinute}`, payouts >= PAYOUTS.perMinute);
    const required = [
      [
        `messages, the chat at ${MESSAGES.delayMs} ms`,
        `${number(messages)} a second`,
        `${MESSAGES.perSecond} at least`,
      ],
      [
        `${few} payouts, the issuer alone at ${number(PAYOUTS.delayMs)} ms`,
        `${number(payouts)} a minute`,
        `${PAYOUTS.perMinute} at least`,
      ],
    ];
    const head = ['delay', '_chat calls in a loop_', 'releases', 'messages', 'vs the loop', 'payouts', 'vs the loop'];
    return `
${panelists} of each, a second, from the moment they fall due until the last one is done, by one worker. The chat and the issuer answer after
the delay. The loop makes one call of the chat after the other; a message needs two calls of the chat, a payout one of the chat and one of the issuer.

${table(head, rows)}

${table(['one worker', 'does', 'allowed'], required)}`;
  },
};
