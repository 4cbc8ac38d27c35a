/** Real crashes: the worker is killed at each step of a payout, and PostgreSQL during one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@panel/domain/paths';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { sql } from '../platform/database/database.ts';
import { createServices } from '../start/services.ts';
import { issuerClient } from './issuer.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { earnAvailable, wallet, withdrawing } from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const FIXTURE = fileURLToPath(new URL('payout-worker.testing.ts', import.meta.url));

/** An issuer that speaks its real protocol and remembers every reference. */
const vouchers = new Map<string, number>();
let flash: Server;
let flashUrl = '';
/** Runs between issuing the voucher and answering. */
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

describe('S8, R11: kill -9', () => {
  it.each(['claimed', 'issued', 'recorded'])(
    'of the worker when a payout is %s: one voucher, nothing lost',
    async (step) => {
      vouchers.clear();
      const dids = [await withdrawing(kit()), await withdrawing(kit()), await withdrawing(kit())];
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
    const did = await withdrawing(kit());
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
    const did = await withdrawing(kit());
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

describe('S8, R11: kill -9 of PostgreSQL', () => {
  it('while the issuer is answering: one voucher, nothing lost', async () => {
    vouchers.clear();
    const dataDir = await mkdtemp(join(tmpdir(), 'panel-crash-'));
    await chmod(dataDir, 0o755);
    const config = await readConfig({ ...kit().env, DATA_DIR: dataDir, FLASH_URL: flashUrl, LOG_LEVEL: 'silent' });
    const clock = { now: () => new Date(NOW) };
    const open = async () => {
      const { deps, close } = await createServices(config);
      return { deps: { ...deps, clock }, close };
    };
    const before = await open();
    const did = 'crash-device-1';
    const app = buildApp(before.deps);
    const db = new pg.Client({ connectionString: urlOf(dataDir, await passwordOf(dataDir)) });
    await db.connect();
    db.on('error', () => {});
    const world = { ...kit(), ...before, app, db: db as unknown as pg.Pool, vault: before.deps.vault, config };
    await registered(world, did);
    await earnAvailable(world, did);
    expect((await send(world, 'GET', api.withdraw(did))).json()).toBe(true);

    const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    beforeAnswer = () => void process.kill(postmaster, 'SIGKILL');
    await runPayouts(before.deps).catch(() => undefined);
    beforeAnswer = () => {};
    await before.close().catch(() => undefined);

    const after = await open();
    for (const minutes of [2, 5, 10, 20]) {
      clock.now = () => later(minutes);
      await runPayouts(after.deps);
    }
    const { ok, faults } = await deepMoneyCheck(after.deps.database);
    const paid = await after.deps.database.many(sql`select from withdrawals where state = 'paid'`);
    await app.close();
    await after.close();
    await rm(dataDir, { recursive: true, force: true });
    expect(faults).toEqual([]);
    expect(ok).toBe(true);
    expect(paid).toHaveLength(1);
    expect([...vouchers.values()]).toEqual([1]);
  });
});

const passwordOf = async (dataDir: string): Promise<string> =>
  JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')).password;
/** The address of a folder's embedded server. */
const urlOf = (dataDir: string, password: string): string => {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://panel:${password}@127.0.0.1:${port}/panel`;
};
