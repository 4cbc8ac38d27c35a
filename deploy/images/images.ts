/** `npm run test:images`: builds the image, starts its three roles on a real PostgreSQL, lets a panelist withdraw, and stops them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import { prepareBuiltProduct } from '../../api/test/product.ts';
import { freePortRange } from '../../e2e/product.ts';
import { makeRoles } from '../../e2e/roles.ts';
import { caller } from '../../failover/calls.ts';
import { newPanelist, REWARD_CENTS, signUpToWithdraw } from '../../failover/panelists.ts';
import { untilAnswered } from '../../failover/processes.ts';
import { type Container, startContainer } from './container.ts';
import { buildImage, type Image, missingTools, RELEASE } from './image.ts';

const READY_MS = 60_000;
const JOURNEY_MS = 120_000;
/** What a stop may take besides draining. */
const STOP_SECONDS = 10;
const ROLES = ['api', 'worker', 'console'] as const;

const print = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const check = (what: string, isTrue: boolean, found?: unknown) => {
  if (!isTrue) throw new Error(`${what}${found === undefined ? '' : `, not ${JSON.stringify(found)}`}.`);
};

/** Started without settings it ends at once, and names in one line what it needs. */
async function checkWithoutSettings(image: Image, folder: string): Promise<void> {
  const container = startContainer(image, folder, {});
  const { code } = await container.ended;
  const [, line = '', ...others] = container.output().trim().split('\n');
  check('An image without settings ends with 1', code === 1, code);
  check('It names what it needs', /^ {2}MODE=live needs .*\bDATABASE_URL\b/.test(line), container.output());
  check('It says nothing else', others.length === 0, others);
}

async function waitUntilReady(container: Container, origin: string): Promise<number> {
  const began = performance.now();
  await untilAnswered(`${origin} is ready`, READY_MS, async () => {
    if (container.child.exitCode !== null) throw new Error(container.output());
    return (await fetch(`${origin}/readyz`)).ok || undefined;
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${container.output().slice(-2000)}`);
  });
  return (performance.now() - began) / 1000;
}

type Voucher = { readonly amount: number; readonly pin: string };

async function drill(image: Image, folder: string, cleanUps: (() => unknown)[]): Promise<string[]> {
  print('starting PostgreSQL and the sandbox');
  const postgres = await startEmbeddedPostgres({ name: 'administrator', dataDir: join(folder, 'data') });
  cleanUps.push(() => postgres.stop());
  const roles = await makeRoles(postgres.url);
  const sandbox = await prepareBuiltProduct(postgres.url, {
    MODE: 'sandbox',
    REWARD_HOLD_DAYS: '0',
    DRAIN_SECONDS: '5',
  });
  cleanUps.push(() => sandbox.close());

  print('an image without settings');
  await checkWithoutSettings(image, folder);
  print('migrations');
  const command = ['node', 'panel.js', 'migrate'];
  const migrate = startContainer(image, folder, { ...sandbox.env, ...roles.console }, command);
  const migrated = await migrate.ended;
  check('The migrations end with 0', migrated.code === 0, migrate.output());

  print('starting api, worker and console');
  const started = await Promise.all(
    ROLES.map(async (role) => {
      const port = await freePortRange();
      const ports = { PORT: String(port), CONSOLE_PORT: String(port + 1), INTERNAL_PORT: String(port + 2) };
      const container = startContainer(image, folder, { ...sandbox.env, ...roles[role], ...ports, ROLE: role });
      cleanUps.push(container.kill);
      const origin = `http://127.0.0.1:${port}`;
      return {
        role,
        container,
        origin,
        consoleOrigin: `http://127.0.0.1:${port + 1}`,
        readySeconds: await waitUntilReady(container, origin),
      };
    }),
  );
  const [api, , console] = started;
  check('There are three processes', api !== undefined && console !== undefined);
  const page = await fetch(`${console?.consoleOrigin}/`);
  check('The console answers with a page', (await page.text()).startsWith('<!doctype html>'), page.status);

  print('a panelist signs up, earns and withdraws');
  const panelist = newPanelist();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The panelist has not withdrawn in time.')), JOURNEY_MS).unref();
  });
  await Promise.race([signUpToWithdraw(panelist, caller(api?.origin ?? '')), late]);
  await untilAnswered('the voucher in the chat', JOURNEY_MS, async () => {
    const [voucher] = (await sandbox.readSandbox<{ vouchers: Voucher[] }>('vouchers')).vouchers;
    const digits = (await sandbox.chatTexts(panelist.did)).map((text) => text.replace(/\D/g, ''));
    return (voucher?.amount === 2 * REWARD_CENTS && digits.some((text) => text.includes(voucher.pin))) || undefined;
  });

  print('stopping');
  const rows: string[] = [];
  for (const { role, container, readySeconds } of started) {
    const { code, seconds } = await container.stop();
    check(`The ${role} ends with 0`, code === 0, code);
    // A worker doesn't drain.
    check(`The ${role} ends in time`, seconds < STOP_SECONDS + (role === 'worker' ? 0 : 5), seconds);
    check(`The ${role} knows its release`, container.output().includes(`"release":"${RELEASE}"`));
    check(`The ${role} writes no file`, !/EACCES|EROFS|"level":60/.test(container.output()));
    rows.push(`| ${role} | ${readySeconds.toFixed(1)} | ${seconds.toFixed(1)} |`);
  }
  return rows;
}

async function main(): Promise<number> {
  const missing = missingTools();
  if (missing.length > 0 || process.getuid?.() !== 0) {
    const install = missing.length > 0 ? `apt-get update && apt-get install -y ${missing.join(' ')}` : 'run it as root';
    process.stderr.write(`Building and starting the image needs root, buildah, crun and mmdebstrap: ${install}\n`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'panel-images-'));
  chmodSync(folder, 0o755);
  const cleanUps: (() => unknown)[] = [];
  const clean = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    print('building the image, which takes some minutes');
    const image = await buildImage(folder);
    cleanUps.push(image.remove);
    const rows = await drill(image, folder, cleanUps);
    process.stdout.write(
      `\nBuilt in ${image.buildSeconds.toFixed(0)} s, ${image.megabytes.toFixed(0)} MB with Debian and Node.\n\n`,
    );
    process.stdout.write(`| role | ready, s | stopped, s |\n|---|--:|--:|\n${rows.join('\n')}\n`);
    return 0;
  } finally {
    await clean();
  }
}

process.exit(await main());
