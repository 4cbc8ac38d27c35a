/** The packages that the product is compared with. They belong to the bench, and are installed at its first use. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const BIN = join(FOLDER, 'node_modules/.bin');

async function installPackages(): Promise<void> {
  if (existsSync(BIN)) return;
  process.stderr.write('Installing what the product is compared with …\n');
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

/** Runs a command of the bench's own packages and returns what it printed. */
export async function runTool(command: string, args: readonly string[]): Promise<string> {
  await installPackages();
  const { stdout } = await run(join(BIN, command), args, { cwd: FOLDER, maxBuffer: 64 * 2 ** 20 });
  return stdout;
}
