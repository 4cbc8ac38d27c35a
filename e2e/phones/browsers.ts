/** Installs old Chromium builds, and opens pages in them and in today's Chromium. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { findChromium } from '../chromium.ts';
import { emulator } from './emulator.ts';

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
const CACHE = join(FOLDER, 'node_modules/.cache');

export const VERSIONS = ['64', '66', '69', '76', '80', '92', 'today'] as const;
export type Version = (typeof VERSIONS)[number];

/** What the journeys use of Puppeteer 1.20, the last one that speaks to Chrome 64. It has no types. */
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

/** One font, because an emulated browser needs half a minute to read the system's. */
async function fontsFile(): Promise<string> {
  const [file, font] = [join(CACHE, 'fonts.conf'), (await run('fc-match', ['-f', '%{file}', 'sans'])).stdout];
  await mkdir(join(CACHE, 'fonts'), { recursive: true });
  await writeFile(join(CACHE, 'fonts/sans.ttf'), await readFile(font));
  const folders = `<dir>${CACHE}/fonts</dir><cachedir>${CACHE}/fonts/cache</cachedir>`;
  await writeFile(file, `<?xml version="1.0"?><!DOCTYPE fontconfig><fontconfig>${folders}</fontconfig>`);
  return file;
}

/** Unpacks a build and returns the command that starts it. */
async function oldChromium(version: Version): Promise<string> {
  const [packed, folder] = [join(FOLDER, `node_modules/chrome-${version}/bin`), join(CACHE, `chrome-${version}`)];
  const command = join(folder, 'start');
  if (existsSync(command)) return command;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const name of (await readdir(packed)).filter((each) => each.endsWith('.br'))) {
    const file = join(unfinished, name.startsWith('chromium') ? 'chromium' : name.replace(/\.br$/, ''));
    await writeFile(file, await promisify(brotliDecompress)(await readFile(join(packed, name))), { mode: 0o755 });
    if (file.endsWith('.tar')) await run('tar', ['xf', file, '-C', unfinished]);
  }
  const program = [...(await emulator(CACHE)), join(folder, 'chromium')].map((part) => `'${part}'`).join(' ');
  const libraries = `LD_LIBRARY_PATH='${folder}/lib'`;
  const settings = process.arch === 'x64' ? libraries : `QEMU_SET_ENV=${libraries}`;
  await writeFile(join(unfinished, 'start'), `#!/bin/sh\ncd '${folder}'\nexec env ${settings} ${program} "$@"\n`, {
    mode: 0o755,
  });
  await rename(unfinished, folder);
  return command;
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
/** In one process where possible: each one that is emulated takes seconds to start. */
const OLD_FLAGS = ['--single-process', '--in-process-gpu', '--no-zygote', '--disable-software-rasterizer'];

export async function launch(version: Version): Promise<Browser> {
  const driver = await puppeteer();
  if (version === 'today') return driver.launch({ executablePath: findChromium(), args: FLAGS });
  const [command, prefix] = [await oldChromium(version), (await emulator(CACHE)).join(' ')];
  return driver.launch({
    executablePath: command,
    // Without these Chromium would start its other processes past the emulator.
    args: [
      ...FLAGS,
      ...OLD_FLAGS,
      `--browser-subprocess-path=${command}`,
      ...(prefix ? [`--zygote-cmd-prefix=${prefix}`] : []),
    ],
    env: { ...process.env, FONTCONFIG_FILE: await fontsFile() },
    timeout: 180_000,
  });
}
