/** How fast the worker releases rewards, sends messages and pays out, with slow outside parties. */
import { setTimeout as sleep } from 'node:timers/promises';
import { goldenFor } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { sendCalls } from '../load.ts';
import type { Part } from '../part.ts';
import { type BenchDatabase, type RunningProduct, startDatabase, startProduct } from '../product.ts';
import { number, targetTable } from '../report.ts';
import { addHeldRewards } from '../seed.ts';
import { medianOf } from '../statistics.ts';

const POLL_MS = 50;
const GIVE_UP_MS = 600_000;
/** The targets of one worker with parties this slow. */
const MESSAGES = { chatMs: 50, perSecond: 50 };
const PAYOUTS = { issuerMs: 2000, perMinute: 100 };

const didOf = (n: number) => `worker-phone-${n}`;

async function registerPanelists(database: BenchDatabase, panelists: number): Promise<void> {
  const product = await startProduct(database.url, 'api');
  await sendCalls(product.origin, panelists, 4, (index) => ({
    method: 'POST',
    path: api.register,
    body: JSON.stringify(goldenFor('registration', didOf(index))),
  }));
  await product.stop();
  await addHeldRewards(database.client);
  // No panelist is invited before the messages are measured.
  await database.client.query('update profiling_due set invite_at = null');
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

const releaseRewards = (database: BenchDatabase, panelists: number): Promise<number> =>
  rateOf(
    database,
    panelists,
    `update rewards set release_at = now() - interval '1 hour'`,
    `select count(*) from rewards where state = 'available'`,
  );

/** This many panelists withdraw while payouts are frozen, so that all fall due at once. */
async function payOut(database: BenchDatabase, { origin }: RunningProduct, panelists: number): Promise<number> {
  await database.client.query(`insert into payout_freezes (at, reasons) values (now(), array['bench'])`);
  await sendCalls(origin, panelists, 4, (index) => ({ method: 'GET', path: api.withdraw(didOf(index)) }));
  return rateOf(
    database,
    panelists,
    'update payout_freezes set lifted_at = now()',
    `select count(*) from withdrawals where state = 'paid'`,
  );
}

type Rates = Readonly<Record<'releases' | 'messages' | 'payouts', number>>;

async function measureRates(panelists: number, withdrawing: number): Promise<Rates> {
  const database = await startDatabase();
  await registerPanelists(database, panelists);
  const product = await startProduct(database.url, 'all');
  const releases = await releaseRewards(database, panelists);
  await product.setSandbox('scenario', { party: 'chat', mode: 'slow', delayMs: MESSAGES.chatMs });
  const messages = await rateOf(
    database,
    panelists,
    `update profiling_due set invite_at = due_at where survey = 'second-round'`,
    `select count(*) from messages where kind = 'invitation' and state = 'sent'`,
  );
  await product.setSandbox('scenario', { party: 'chat', mode: 'ok' });
  await product.setSandbox('scenario', { party: 'flash', mode: 'slow', delayMs: PAYOUTS.issuerMs });
  const payouts = await payOut(database, product, withdrawing);
  await product.stop();
  await database.close();
  return { releases, messages, payouts };
}

export const part: Part = {
  title: 'Worker: releases, messages and payouts a second',
  async run({ rounds, count, progress, allow }) {
    const [panelists, withdrawing] = [count(400, 20), count(80, 8)];
    progress('worker: releases, messages and payouts');
    const measured = await rounds.measure(count(3, 1), () => measureRates(panelists, withdrawing));
    const releases = medianOf(measured, (rates) => rates.releases);
    const messages = medianOf(measured, (rates) => rates.messages);
    const payouts = 60 * medianOf(measured, (rates) => rates.payouts);
    return `
The rate of one worker, from the moment the items fall due until the last one is done. A message needs two calls of the chat, a payout one of
the chat and one of the issuer.

${targetTable({ allow }, 'one worker', [
  { name: `${panelists} releases`, shown: `${number(releases)} a second` },
  {
    name: `${panelists} messages, the chat takes ${MESSAGES.chatMs} ms`,
    shown: `${number(messages)} a second`,
    target: `at least ${MESSAGES.perSecond} a second`,
    isMet: messages >= MESSAGES.perSecond,
  },
  {
    name: `${withdrawing} payouts, the issuer takes ${number(PAYOUTS.issuerMs)} ms`,
    shown: `${number(payouts)} a minute`,
    target: `at least ${PAYOUTS.perMinute} a minute`,
    isMet: payouts >= PAYOUTS.perMinute,
  },
])}`;
  },
};
