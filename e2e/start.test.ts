/** `npm start` on one data folder, test after test: one command, one address, and nothing is lost if processes are killed. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { api } from '@panel/domain/paths';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendRegistration } from './calls.ts';
import { freePortRange, newDataDir, npmStart, type StartedCommand, stop } from './product.ts';

let dataDir = '';
let port = 0;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePortRange();
});
const stopAll = async () => {
  for (const child of running) await stop(child);
};
// Processes left by a failed test would fail the next one too.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stopAll();
});
afterAll(async () => {
  await stopAll();
  await rm(dataDir, { recursive: true, force: true });
});

/** The command with this test's folder and port. */
async function start(env: Record<string, string> = {}): Promise<StartedCommand> {
  const started = await npmStart({ PORT: String(port), DATA_DIR: dataDir, ...env });
  running.add(started.child);
  return started;
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
/** The command lines of the processes that have this test's folder in their arguments or environment (on Linux). */
async function processes(): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
  const all = await Promise.all(ids.map(async (id) => [await read(id, 'cmdline'), await read(id, 'environ')] as const));
  return all.flatMap(([command, environment]) => ((command + environment).includes(dataDir) ? [command] : []));
}
async function markedAsRunning(): Promise<string[]> {
  const folder = join(import.meta.dirname, '..', 'data', 'running');
  return Promise.all((await readdir(folder)).map((pid) => readFile(join(folder, pid), 'utf8').catch(() => '')));
}
async function expectNothingLeft(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBe(1);
  expect(await processes()).toEqual([]);
  await expect(postmaster()).rejects.toThrow('ENOENT');
}
/** Sends the signal to npm's own process, not to its group. */
async function expectStopByNpm(npm: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  npm.kill(signal);
  await expect.poll(processes).toEqual([]);
  await expect(postmaster()).rejects.toThrow('ENOENT');
}
const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const DID = 'start-phone-0001';
const status = async () => (await fetch(url(api.registrationCheck(DID)))).json();

describe('npm start', () => {
  let first: StartedCommand;

  it('prints the console with its accounts and last the address, is ready, accepts a registration and compresses the app', async () => {
    // It keeps answering this long after a stop, enough for the calls of the slowest machine.
    first = await start({ DRAIN_SECONDS: '5' });
    expect(first.output.trim().split('\n').at(-1)).toBe(`Open http://localhost:${port}/?x-binu-did=demo-panelist-1`);
    expect(first.output).toContain(`
The console is at http://localhost:${port + 2}
  sign in as support-1 (support), support-2 (support), fieldwork-1 (fieldwork), finance-1 (finance), finance-2 (finance), auditor-1 (auditor)
`);
    expect((await fetch(url('/readyz'))).status).toBe(200);
    expect(await processes()).not.toEqual([]);
    // A command without DATA_DIR finds it.
    expect(await markedAsRunning()).toContain(dataDir);
    expect((await sendRegistration(url(''), DID)).status).toBe(201);
    expect((await sendRegistration(url(''), 'unknown-phone-0001')).status).toBe(404);
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url('/'))).text()) ?? [];
    const { headers } = await fetch(url(script), { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers.get('content-encoding')).toBe('br');
  });

  it('lets a command use its database, and refuses a second start on its folder', async () => {
    const server = await postmaster();
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)('npm', ['run', 'panel', '--', 'migrate'], { env });
    expect(stdout).toContain('The databases are up to date.');
    expect(await postmaster()).toBe(server);

    const second = await start({ PORT: String(await freePortRange()) });
    expect(second.output).toMatch(
      /^Another process runs PostgreSQL .*: stop that process first, or choose another data folder\.$/m,
    );
    expect(second.child.exitCode).toBe(1);
    expect(await status()).toMatchObject({ status: 'approved' });
  });

  it('R12: finishes calls in progress when it is stopped', async () => {
    const { child } = first;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const call = () =>
      new Promise<number | string>((resolve) => {
        const sent = request(url(api.config), { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
        sent.end();
      });
    await Promise.all(Array.from({ length: 8 }, call));
    const underWay = Array.from({ length: 40 }, call);
    await underWay[0];
    await stop(child);
    const outcomes = new Set(await Promise.all(underWay));
    // A call that wasn't sent yet finds the port closed; no call in progress is cut off.
    outcomes.delete('ECONNREFUSED');
    expect(outcomes).toEqual(new Set([200]));
    expect(await markedAsRunning()).not.toContain(dataDir);
    agent.destroy();
    await expect(postmaster()).rejects.toThrow('ENOENT');
  });

  it('keeps the data after a stop, and serves its metrics although another product has the port for them', async () => {
    const other = createServer().listen(3003, '127.0.0.1');
    // Another test's product, or one of the person who runs the tests, may have the port instead, and may release it at any moment.
    const isHeld = await once(other, 'listening').then(
      () => true,
      () => false,
    );
    const { child } = await start();
    expect(await status()).toMatchObject({ status: 'approved' });
    const monitored = async () =>
      [...(await readFile(join(dataDir, 'panel.log'), 'utf8')).matchAll(/"monitoring":"(\S+?)"/g)].map(([, at]) => at);
    // The second start of this folder.
    await expect.poll(async () => (await monitored()).length).toBe(2);
    const monitoring = (await monitored()).at(-1) ?? '';
    if (isHeld) expect(new URL(monitoring).port).not.toBe('3003');
    expect((await fetch(`${monitoring}/metrics`)).status).toBe(200);
    other.close();
    const server = await postmaster();
    process.kill(-(child.pid as number), 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await once(child, 'close');
  });

  it('keeps the data after kill -9 of everything, and stops with PostgreSQL when only npm gets SIGTERM', async () => {
    const { child } = await start();
    expect(await status()).toMatchObject({ status: 'approved' });
    // Only our own processes this time: PostgreSQL ends by itself, and the next start waits for it.
    await stop(child, 'SIGKILL');
    const next = await start();
    expect(await status()).toMatchObject({ status: 'approved' });
    await expectStopByNpm(next.child, 'SIGTERM');
  });

  it('stops with PostgreSQL when only npm gets SIGKILL', async () => {
    await expectStopByNpm((await start()).child, 'SIGKILL');
  });

  it('reports everything that is wrong with its configuration, and exits', async () => {
    const { child, output } = await start({ MODE: 'live', PORT: '0' });
    expect(output).toContain('PORT must be a whole number from 1 to 65535');
    expect(output).toMatch(/MODE=live needs .*\bENCRYPTION_KEY\b/);
    expect(child.exitCode).toBe(1);
  });

  it.each([
    [{ SANDBOX_PORT: 'abc' }, 'SANDBOX_PORT must be a whole number'],
    [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR must be a folder that this process can write to'],
  ])('says in one line what is wrong with %o, before anything is built or started', async (env, line) => {
    const { child, output } = await start(env);
    expect(output).toContain(line);
    expect(output).not.toMatch(/Building|MODE=live\n|^ {4}at /m);
    expect(child.exitCode).toBe(1);
  });

  it('names every port that is taken, and starts nothing', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const taken = String((blocker.address() as AddressInfo).port);
    const variables = ['PORT', 'CONSOLE_PORT', 'INTERNAL_PORT', 'SANDBOX_PORT', 'GATEWAY_PORT'];
    const { child, output } = await start(Object.fromEntries(variables.map((variable) => [variable, taken])));
    for (const variable of variables)
      expect(output).toContain(`Port ${taken} is taken. Choose another with ${variable}=<number>.\n`);
    expect(output).not.toMatch(/EADDRINUSE|^ {4}at /m);
    await expectNothingLeft(child);
    blocker.close();
  });

  it('stops everything, with PostgreSQL, when a port turns out to be taken later', async () => {
    // Free when it is checked; then the sandbox takes it before the API does.
    const { child, output } = await start({ SANDBOX_PORT: String(port) });
    expect(output).toContain(`Port ${port} is taken. Choose another with PORT=<number>.`);
    expect(output).not.toMatch(/EADDRINUSE|^ {4}at /m);
    await expectNothingLeft(child);
  });
});
