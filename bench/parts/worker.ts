/** How fast the worker releases rewards, sends messages and pays out, with outside parties that take their time. */
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
  // Nobody is invited before the messages are measured.
  await database.client.query('update profiling_due set invite_at = null');
}

/** The chat and the issuer answer so much later. */
async function setDelay({ sandbox }: RunningProduct, delayMs: number): Promise<void> {
  for (const party of ['chat', 'flash'])
    await fetch(`${sandbox}/__sandbox/scenario`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(delayMs > 0 ? { party, mode: 'slow', delayMs } : { party, mode: 'ok' }),
    });
}

/** Returns how many items a second were done, from making them due until the last one is done. */
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

/** A loop that makes one call of the chat after the other. */
async function chatCallsPerSecond({ sandbox }: RunningProduct, calls: number): Promise<number> {
  const callAt = () => ({ method: 'GET', path: '/chat/v1/users/some-phone-1?access_token=bench' }) as const;
  return (await sendCalls(sandbox, calls, 1, callAt)).perSecond;
}

type Rates = Readonly<Record<'releases' | 'messages' | 'payouts' | 'chatCalls', number>>;

async function measureRates(delayMs: number, panelists: number): Promise<Rates> {
  const database = await startDatabase();
  await registerPanelists(database, panelists);
  const product = await startProduct(database.url, { LOG_LEVEL: 'warn' });
  await setDelay(product, delayMs);
  const chatCalls = await chatCallsPerSecond(product, 20);
  const releases = await rateOf(
    database,
    panelists,
    `update rewards set release_at = now() - interval '1 hour'`,
    `select count(*) from rewards where state = 'available'`,
  );
  const messages = await rateOf(
    database,
    panelists,
    `update profiling_due set invite_at = due_at where survey = 'second-round'`,
    `select count(*) from messages where kind = 'invitation' and state = 'sent'`,
  );
  await database.client.query(`insert into payout_freezes (at, reason) values (now(), 'bench')`);
  await sendCalls(product.origin, panelists, 4, (index) => ({ method: 'GET', path: api.withdraw(didOf(index)) }));
  const payouts = await rateOf(
    database,
    panelists,
    'update payout_freezes set lifted_at = now()',
    `select count(*) from withdrawals where state = 'paid'`,
  );
  await product.stop();
  await database.close();
  return { releases, messages, payouts, chatCalls };
}

export const part: Part = {
  title: 'Worker: releases, messages and payouts a second',
  async run({ rounds, count, progress, quick }) {
    const panelists = count(400, 20);
    const rows = [];
    for (const delayMs of quick ? QUICK_DELAYS_MS : DELAYS_MS) {
      progress(`worker: the outside parties take ${delayMs} ms`);
      const measured = await rounds.measure(count(3, 1), () => measureRates(delayMs, panelists));
      const of = (what: keyof Rates) => medianOf(measured, (rates) => rates[what]);
      const beside = (what: keyof Rates) => [number(of(what)), ratio(of(what), of('chatCalls'))];
      rows.push([
        `${delayMs} ms`,
        number(of('chatCalls')),
        number(of('releases')),
        ...beside('messages'),
        ...beside('payouts'),
      ]);
    }
    const head = [
      'delay',
      '_chat calls in a loop_',
      'releases',
      'messages',
      'beside the loop',
      'payouts',
      'beside the loop',
    ];
    return `
${panelists} of each, a second, from the moment they fall due until the last one is done, by one worker. The chat and the issuer answer after
the delay. The loop makes one call of the chat after the other; a message needs two calls of the chat, a payout one of the issuer.

${table(head, rows)}`;
  },
};
