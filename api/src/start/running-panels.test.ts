import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtFile } from '../../test/product.ts';

let checkout = '';
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'panel-running-'));
  await mkdir(join(checkout, 'data', 'running'), { recursive: true });
});
afterEach(() => rm(checkout, { recursive: true }));

/** Marks a panel as running in a process. */
const mark = (pid: number, dataDir: string) =>
  writeFile(join(checkout, 'data', 'running', String(pid)), join(checkout, dataDir));

/** Runs `panel.js money check` in the checkout and returns what it reports about the panel that it uses. */
async function runCommand(more: Record<string, string> = {}): Promise<string> {
  // The unusable port ends the command once it has chosen a panel.
  const { DATA_DIR, DATABASE_URL, ...env } = process.env;
  const child = spawn(process.execPath, [await builtFile('panel.js'), 'money', 'check'], {
    cwd: checkout,
    env: { ...env, PORT: 'not a port', ...more },
  });
  let output = '';
  child.stderr.on('data', (data) => {
    output += data;
  });
  await once(child, 'close');
  return output;
}

it('a command without DATA_DIR uses the panel that runs from this folder, and says so', async () => {
  await mark(process.pid, 'data/demo');
  // Left behind by a process that was killed: no process has such a high id.
  await mark(2 ** 30, 'data/old');
  expect(await runCommand()).toMatch('Using the running panel in data/demo.\n');
  expect(existsSync(join(checkout, 'data', 'secrets.json'))).toBe(false);
});

it('a command without DATA_DIR says which folder it uses if no panel is running', async () => {
  expect(await runCommand()).toMatch('No panel is running from this folder. Using data; choose another with DATA_DIR');
});

it('a command without DATA_DIR doesn’t choose between two running panels', async () => {
  await mark(process.pid, 'data/demo');
  await mark(process.ppid, 'data');
  const output = await runCommand();
  expect(output).toMatch('Several panels are running: ');
  expect(output).toMatch('Choose one with DATA_DIR=<folder>.');
});

it('a command with DATA_DIR uses that one', async () => {
  await mark(process.pid, 'data/demo');
  expect(await runCommand({ DATA_DIR: join(checkout, 'data/other') })).not.toMatch('Using');
});
