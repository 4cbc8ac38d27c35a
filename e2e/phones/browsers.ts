/** Installs old Chromium builds, and opens pages in them and in today's Chromium. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { findChromium } from '../chromium.ts';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const CACHE = join(FOLDER, 'node_modules/.cache');

export const VERSIONS = ['66', '69', '76', '80', '92', 'today'] as const;
export type Version = (typeof VERSIONS)[number];

/** What the journeys use of Puppeteer 1.7, which speaks to every Chrome from 66 on. It has no types. */
export type PhonePage = {
  readonly mouse: { click(x: number, y: number): Promise<void> };
  goto(address: string, options: object): Promise<unknown>;
  url(): string;
  evaluate(code: string): Promise<unknown>;
  screenshot(options: { path: string }): Promise<unknown>;
  setViewport(size: object): Promise<void>;
  setJavaScriptEnabled(enabled: boolean): Promise<void>;
  on(event: 'pageerror', listener: (error: Error) => void): void;
};
export type Browser = { newPage(): Promise<PhonePage>; version(): Promise<string>; close(): Promise<void> };
type Puppeteer = { launch(options: object): Promise<Browser> };

async function puppeteer(): Promise<Puppeteer> {
  const file = join(FOLDER, 'node_modules/puppeteer-core/index.js');
  if (!existsSync(file)) {
    process.stderr.write('Installing old browsers (230 MB) …\n');
    await run('npm', ['ci'], { cwd: FOLDER });
  }
  return (await import(pathToFileURL(file).href)).default;
}

/** Unpacks a build and returns its program. */
async function oldChromium(version: Version): Promise<string> {
  const [packed, folder] = [join(FOLDER, `node_modules/chrome-${version}/bin`), join(CACHE, `chrome-${version}`)];
  const command = join(folder, 'chromium');
  if (existsSync(command)) return command;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const name of (await readdir(packed)).filter((each) => each.endsWith('.br'))) {
    const file = join(unfinished, name.startsWith('chromium') ? 'chromium' : name.replace(/\.br$/, ''));
    await writeFile(file, await promisify(brotliDecompress)(await readFile(join(packed, name))), { mode: 0o755 });
    if (file.endsWith('.tar')) await run('tar', ['xf', file, '-C', unfinished]);
  }
  await rename(unfinished, folder);
  return command;
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];

export async function launch(version: Version): Promise<Browser> {
  const driver = await puppeteer();
  if (version === 'today') return driver.launch({ executablePath: findChromium(), args: FLAGS });
  if (process.arch !== 'x64') throw new Error('The old Chromium builds are for x64 processors only.');
  const executablePath = await oldChromium(version);
  const libraries = { LD_LIBRARY_PATH: join(dirname(executablePath), 'lib') };
  return driver.launch({ executablePath, args: [...FLAGS, '--no-zygote'], env: { ...process.env, ...libraries } });
}
