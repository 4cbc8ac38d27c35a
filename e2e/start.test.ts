/** `npm start` as a newcomer and an operator live it: one command, one address, and nothing lost whatever is killed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, newDataDir, npmStart, type Started, stop } from './product.ts';

let dataDir = '';
let port = 0;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
});
afterAll(async () => {
  for (const child of running) await stop(child);
  await rm(dataDir, { recursive: true, force: true });
});

/** The command with this test's folder and port. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const started = await npmStart({ PORT: String(port), DATA_DIR: dataDir, ...env });
  running.add(started.child);
  return started;
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const register = () =>
  fetch(url(api.register), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(GOLDEN.registration.payload),
  });
const status = async () => (await fetch(url(api.registrationCheck(GOLDEN.registration.did)))).json();

describe('npm start', () => {
  it('ends in a line with the address, is ready, and takes a registration', async () => {
    const { child, output } = await start();
    expect(output.trim().split('\n').at(-1)).toBe(`Open http://localhost:${port}/?x-binu-did=demo-panelist-1`);
    expect((await fetch(url('/readyz'))).status).toBe(200);
    expect((await register()).status).toBe(201);
    expect(
      (
        await fetch(url(api.register), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(GOLDEN.registration.payload).replaceAll('golden-did', 'unknown-did'),
        })
      ).status,
    ).toBe(404);
    await stop(child);
  });

  it('has the data still after a stop, and stops PostgreSQL with it', async () => {
    await expect(postmaster()).rejects.toThrow();
    const { child } = await start();
    expect(await status()).toMatchObject({ status: 'approved' });
    const server = await postmaster();
    process.kill(-(child.pid as number), 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await once(child, 'close');
  });

  it('has the data still after kill -9 of everything', async () => {
    const { child } = await start();
    expect(await status()).toMatchObject({ status: 'approved' });
    // Only the processes of ours this time: PostgreSQL is left behind, and taken over by the next start.
    const left = await postmaster();
    await stop(child, 'SIGKILL');
    const next = await start();
    expect(await postmaster()).toBe(left);
    expect(await status()).toMatchObject({ status: 'approved' });
    await stop(next.child);
  });

  it('R12: finishes what is under way when it is told to stop', async () => {
    const { child } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const call = () =>
      new Promise<number | string>((resolve) => {
        const sent = request(url(api.config), { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
        sent.end();
      });
    await Promise.all(Array.from({ length: 8 }, call));
    const underWay = Array.from({ length: 40 }, call);
    await underWay[0];
    const began = performance.now();
    await stop(child);
    expect(performance.now() - began).toBeLessThan(10_000);
    const outcomes = new Set(await Promise.all(underWay));
    // What was not yet sent finds the door closed; nothing that was begun is cut off.
    outcomes.delete('ECONNREFUSED');
    expect(outcomes).toEqual(new Set([200]));
    agent.destroy();
  });

  it('says what is wrong with its configuration, all of it, and ends', async () => {
    const { child, output } = await start({ PARTNERS: 'live', PORT: '0' });
    if (child.exitCode === null) await once(child, 'close');
    expect(output).toContain('PORT must be a number from 1 to 65535');
    expect(output).toContain('ENCRYPTION_KEY is required when PARTNERS=live');
    expect(child.exitCode).toBe(1);
  });

  it('says that its port is taken, and ends', async () => {
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const { child, output } = await start();
    if (child.exitCode === null) await once(child, 'close');
    expect(output).toContain('EADDRINUSE');
    expect(child.exitCode).not.toBe(0);
    blocker.close();
  });
});
