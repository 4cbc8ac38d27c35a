/** The artifact that is installed on a server: built, with only its production packages, and started where it can't write anything. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DID_PARAMETER, screens } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import { BALANCE } from '@panel/domain/wording/balance';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@panel/embedded-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRegistration } from './calls.ts';
import { newKeys } from './new-keys.ts';
import { freePortRange } from './product.ts';
import { makeRoles } from './roles.ts';

const repository = new URL('..', import.meta.url).pathname;
/** The account `nobody` and its group. */
const ACCOUNT = 65_534;
const isRoot = process.getuid?.() === 0;
/** Only root can change the root folder; other accounts start the artifact where it was built. */
const canChangeRoot = isRoot && process.platform === 'linux';

let folder = '';
let app = '';
let postgres: EmbeddedPostgres;
const running: ChildProcess[] = [];

/** The packages that `npm ci --omit=dev` installs from the artifact's lockfile, copied from this checkout. */
async function installPackages(): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(app, 'package-lock.json'), 'utf8'));
  for (const path of Object.keys(packages).filter((name) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name))) {
    const copy = (source: string) => cp(join(repository, source), join(app, path), { recursive: true });
    // A workspace has its own version of a package if another workspace needs a different one.
    await copy(`api/${path}`).catch(() => copy(path));
  }
  // Fails if a package is missing, has another version, or isn't needed.
  execFileSync('npm', ['ls', '--all', '--omit=dev'], { cwd: app });
}

/** Copies Node and its libraries. The root folder contains only these and the artifact. */
async function copyNode(): Promise<void> {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const [from, to] of [[process.execPath, '/bin/node'], ...libraries.map((library) => [library, library])]) {
    await mkdir(join(folder, dirname(to as string)), { recursive: true });
    await cp(from as string, join(folder, to as string), { dereference: true });
  }
}

/** Node's own permissions: opening a file for writing is an error under any account. */
const flags = process.allowedNodeEnvironmentFlags;
const PERMISSIONS = [
  flags.has('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=*',
  ...(flags.has('--allow-net') ? ['--allow-net'] : []),
];

/** The command that runs a file of the artifact, as nobody in its own root folder. */
function commandOf(file: string, ...args: string[]): [command: string, args: string[]] {
  const flags = ['--disable-proto=delete', ...PERMISSIONS];
  return canChangeRoot
    ? ['chroot', [`--userspec=${ACCOUNT}:${ACCOUNT}`, folder, '/bin/node', ...flags, `/app/${file}`, ...args]]
    : [process.execPath, [...flags, join(app, file), ...args]];
}

async function start(role: 'api' | 'worker', env: Record<string, string>): Promise<{ url: string; log: () => string }> {
  const port = String(await freePortRange());
  const child = spawn(...commandOf('server.js'), { env: { PATH: process.env.PATH, ...env, ROLE: role, PORT: port } });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => {
      if (child.exitCode !== null) throw new Error(`The ${role} ended:\n${output}`);
      return fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 'not listening',
      );
    })
    .toBe(200);
  return { url, log: () => output };
}

/** The outside parties, from the sources: they aren't part of the artifact. */
async function runSandbox(): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(repository, 'sandbox/src/server.ts')], {
    env: { ...process.env, SANDBOX_PORT: String(await freePortRange()) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.push(child);
  const [{ ready }] = await once(child, 'message');
  return ready;
}

beforeAll(async () => {
  // Programs run from it, which a folder in memory may not allow.
  folder = await mkdtemp(join(tmpdir(), 'panel-artifact-'));
  await chmod(folder, 0o755);
  app = join(folder, 'app');
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', app], { cwd: repository });
  await installPackages();
  if (canChangeRoot) await copyNode();
  postgres = await startEmbeddedPostgres({ name: 'administrator', dataDir: join(folder, 'data') });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['no settings', {}, /DATA_DIR must be a folder that this process can write to \(\w+\); a live panel sets MODE=live/],
  ['PORT=abc', { PORT: 'abc' }, /PORT must be a whole number from 1 to 65535/],
])('the artifact started with %s says in one line what to set', (_, env: Record<string, string>, line) => {
  const [command, args] = commandOf('server.js');
  const cwd = canChangeRoot ? '/' : app;
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(line);
  expect(stderr).not.toMatch(/^ {4}at /m);
});

it('R19: the artifact accepts a registration and shows the balance, without build tools, as nobody, and writes no file', async () => {
  if (!canChangeRoot) process.stderr.write('Not root on Linux: the artifact is not started in its own root folder.\n');
  await chmod(app, 0o555);
  const roles = await makeRoles(postgres.url);
  const env = { RELEASE: '1.2.3', SANDBOX_URL: await runSandbox(), ...newKeys() };
  const [command, args] = commandOf('panel.js', 'migrate');
  execFileSync(command, args, { env: { PATH: process.env.PATH, ...env, ...roles.console } });
  const built = (await readFile(join(app, 'api/src/process.js'), 'utf8')).split('\n');
  const place = `file:///srv/panel/api/src/process.js:${built.findIndex((line) => line.includes('stopping')) + 1}:3`;
  const [explain, explainArgs] = commandOf('panel.js', 'errors', 'explain');
  const explained = execFileSync(explain, explainArgs, { input: `    at main (${place})`, encoding: 'utf8' });
  expect(explained).toMatch(/^ {4}at main \(api\/src\/process\.ts:\d+:\d+\)$/);
  const server = await start('api', { ...env, ...roles.api });
  const worker = await start('worker', { ...env, ...roles.worker });

  const did = 'artifact-phone-1';
  // On a busy machine a call may exceed its time limit; a phone would retry too.
  await expect.poll(async () => (await sendRegistration(server.url, did)).status).toBe(201);
  const balance = `${server.url}${screens.balance}?${DID_PARAMETER}=${did}`;
  let page = '';
  const readBalance = async () => {
    page = await (await fetch(balance)).text();
    return page.includes(BALANCE.toGo(`R${MINIMUM_WITHDRAWAL_RAND}`));
  };
  await expect.poll(readBalance).toBe(true);
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  expect((await fetch(server.url + script)).status).toBe(200);
  expect((await fetch(worker.url + screens.balance)).status).toBe(404);

  for (const { log } of [server, worker]) expect(log()).toMatch(/"release":"1\.2\.3".*"msg":"listening"/);
  for (const { log } of [server, worker]) expect(log()).not.toMatch(/"level":60|ERR_ACCESS_DENIED|EACCES|EROFS/);
  const processes = running.slice(-2);
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.kill('SIGTERM');
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0]);
});
