/** Real crashes: a worker's process killed at each step of a payout, and PostgreSQL killed under one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { issuerClient } from './issuer.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.ts';
import { earnAvailable, wallet } from './testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const FIXTURE = fileURLToPath(new URL('payout-worker.fixture.ts', import.meta.url));

/** An issuer in its own protocol, which remembers every reference. */
const vouchers = new Map<string, number>();
let flash: Server;
let flashUrl = '';
/** What happens between the voucher and its answer. */
let beforeAnswer: () => Promise<void> | void = () => {};
beforeAll(async () => {
  flash = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/token') return void response.end('{"access_token":"t","expires_in":3600}');
    const { reference, amount } = JSON.parse(body);
    vouchers.set(reference, (vouchers.get(reference) ?? 0) + (vouchers.has(reference) ? 0 : 1));
    await beforeAnswer();
    const voucher = { amount, pin: '1234567890123456', serialNumber: 'S1', expiryDate: '2029-01-01' };
    response.end(JSON.stringify({ responseCode: 0, reference, transactionId: 1, voucher }));
  });
  await new Promise<void>((resolve) => flash.listen(0, '127.0.0.1', resolve));
  flashUrl = `http://127.0.0.1:${(flash.address() as AddressInfo).port}`;
});
afterAll(async () => {
  flash.closeAllConnections();
  flash.close();
});

async function withdrawing(): Promise<string> {
  const did = await registered(kit());
  await earnAvailable(kit(), did, 6000);
  await send(kit(), 'GET', api.withdraw(did));
  return did;
}

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const worker = (step: string, now: Date = NOW) =>
  spawn(process.execPath, ['--import', 'tsx', FIXTURE, kit().url, step, now.toISOString()], {
    env: { ...process.env, ...kit().env, FLASH_URL: flashUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

async function heal(): Promise<void> {
  const deps = { ...kit().deps, issuer: issuerClient({ ...kit().config.issuer, url: flashUrl }) };
  for (const minutes of [2, 5, 10, 20]) {
    kit().clock.set(later(minutes));
    await runPayouts(deps);
  }
  kit().clock.set(NOW);
}

describe('S8: kill -9', () => {
  it.each(['claimed', 'issued', 'settled'])(
    'of the worker when a payout is %s: one voucher, nothing lost',
    async (step) => {
      vouchers.clear();
      const dids = [await withdrawing(), await withdrawing(), await withdrawing()];
      const child = worker(step);
      const [, signal] = await once(child, 'exit');
      expect(signal).toBe('SIGKILL');
      await heal();
      for (const did of dids)
        expect(await wallet(kit(), did)).toEqual({ pending: 0, available: 0, reserved: 0, owed: 0 });
      expect([...vouchers.values()]).toEqual([1, 1, 1]);
      expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
    },
  );

  it('of the worker while the issuer is answering: one voucher, nothing lost', async () => {
    vouchers.clear();
    const did = await withdrawing();
    const child = worker('never');
    await new Promise<void>((resolve) => {
      beforeAnswer = async () => {
        child.kill('SIGKILL');
        await once(child, 'exit');
        resolve();
      };
    });
    beforeAnswer = () => {};
    await heal();
    expect(await wallet(kit(), did)).toEqual({ pending: 0, available: 0, reserved: 0, owed: 0 });
    expect([...vouchers.values()]).toEqual([1]);
  });

  it('of every connection to PostgreSQL while the issuer is answering: one voucher, nothing lost', async () => {
    vouchers.clear();
    const did = await withdrawing();
    beforeAnswer = async () => {
      await kit().db.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    const deps = { ...kit().deps, issuer: issuerClient({ ...kit().config.issuer, url: flashUrl }) };
    await runPayouts(deps).catch(() => undefined);
    beforeAnswer = () => {};
    await heal();
    expect(await wallet(kit(), did)).toEqual({ pending: 0, available: 0, reserved: 0, owed: 0 });
    expect([...vouchers.values()]).toEqual([1]);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });
});
