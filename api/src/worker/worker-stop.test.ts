/** A worker process that is told to stop while the outside parties hang. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MINUTE_MS } from '@panel/domain/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { freePortRange } from '../../../e2e/product.ts';
import { knows, useKit } from '../../test/kit.ts';
import { type BuiltProduct, builtFile, prepareBuiltProduct } from '../../test/product.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { withdrawalOf, withdrawing } from '../rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const WITHDRAWALS = 12;
const PAYOUTS_AT_ONCE = 8;
const STOPPED_WITHIN_MS = 10_000;

let product: BuiltProduct | undefined;
afterEach(async () => {
  await product?.close();
  kit().superApp.reset();
});

const statesOf = async (table: 'withdrawals' | 'messages', ids: readonly string[]): Promise<Record<string, number>> => {
  const key = table === 'messages' ? 'subject' : 'id::text';
  const { rows } = await kit().db.query(
    `select state, count(*)::int from ${table} where ${key} = any($1) group by state order by state`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

/** A chat that hangs, once told, on look-ups or on messages; those that hang never arrive. */
function hangingChat(hangsOn: 'GET' | 'POST') {
  const chat = { isHanging: false, underWay: 0, arrived: [] as string[] };
  kit().superApp.answers((request, response) => {
    if (chat.isHanging && request.method === hangsOn) {
      chat.underWay += 1;
      response.on('close', () => {
        chat.underWay -= 1;
      });
      return;
    }
    if (request.method === 'POST')
      chat.arrived.push(new URL(request.url ?? '', 'http://chat').searchParams.get('job_id') ?? '');
    knows('27820001111')(request, response);
  });
  return chat;
}

describe('R12: SIGTERM to a worker whose issuer hangs after it has issued', () => {
  it.each([
    ['look-ups', 'GET'],
    ['messages', 'POST'],
  ] as const)(
    'and whose chat hangs on %s: it exits with 0 within 10 s, and the next one pays and sends each once',
    async (_, hangsOn) => {
      kit().clock.set(new Date());
      const dids = await Promise.all(Array.from({ length: WITHDRAWALS }, () => withdrawing(kit())));
      const withdrawals = await Promise.all(dids.map((did) => withdrawalOf(kit(), did)));
      const ids = withdrawals.map(({ id }) => id as string);
      // No message is due before the payouts hang, so that their devices are found.
      await kit().db.query('update profiling_due set invite_at = null');
      await kit().db.query(
        "update messages set next_attempt_at = created_at + interval '1 hour' where state = 'waiting'",
      );
      const chat = hangingChat(hangsOn);
      // The longest drain that can be configured.
      product = await prepareBuiltProduct(kit().url, { ...kit().env, LOG_LEVEL: 'warn', DRAIN_SECONDS: '15' });
      const { readSandbox, setSandbox } = product;
      const references = async () =>
        (await readSandbox<{ vouchers: { reference: string }[] }>('vouchers')).vouchers.map((v) => v.reference).sort();
      await setSandbox('flash', { floatCents: 2 ** 50 });
      await setSandbox('scenario', { party: 'flash', mode: 'hang-after' });

      const { child } = await product.start('worker');
      await expect.poll(async () => (await references()).length).toBe(PAYOUTS_AT_ONCE);
      chat.isHanging = true;
      await kit().db.query("update messages set next_attempt_at = created_at where state = 'waiting'");
      await expect.poll(() => chat.underWay).toBeGreaterThan(0);
      const exited = once(child, 'exit');
      const began = performance.now();
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN_MS);
      // Running work is recorded, so nothing waits for a lease to end.
      expect(await statesOf('withdrawals', ids)).toEqual({
        unknown: PAYOUTS_AT_ONCE,
        reserved: WITHDRAWALS - PAYOUTS_AT_ONCE,
      });
      expect(await statesOf('messages', ids)).not.toHaveProperty('sending');

      chat.isHanging = false;
      await setSandbox('scenario', { party: 'flash', mode: 'ok' });
      await setSandbox('clock', { offsetMs: 2 * MINUTE_MS });
      await product.start('worker');
      await expect.poll(() => statesOf('withdrawals', ids)).toEqual({ paid: WITHDRAWALS });
      // The notice of the request, and the voucher.
      await expect.poll(() => statesOf('messages', ids)).toEqual({ sent: 2 * WITHDRAWALS });
      expect(await references()).toEqual(withdrawals.map(({ reference }) => reference).sort());
      const { rows } = await kit().db.query('select id from messages where subject = any($1) order by id', [ids]);
      expect(chat.arrived.sort()).toEqual(rows.map(({ id }) => id));
      expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
    },
  );
});

it('R12: SIGTERM to a worker that waits for another process’s migrations: it exits with 0 within 10 s', async () => {
  product = await prepareBuiltProduct(kit().url);
  const holder = await kit().db.connect();
  await holder.query('select pg_advisory_lock(7203114085)');
  let child: ChildProcess | undefined;
  try {
    child = spawn(process.execPath, [await builtFile('server.js')], {
      env: { ...process.env, ...product.env, ROLE: 'worker', PORT: String(await freePortRange()) },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const waiting = () =>
      kit().db.query("select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'");
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN_MS);
  } finally {
    child?.kill('SIGKILL');
    await holder.query('select pg_advisory_unlock(7203114085)');
    holder.release();
  }
});
