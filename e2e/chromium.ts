/** Finds a Chromium to test in, or installs the distribution's; never goes on without one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

function onPath(name: string): string | null {
  const found = (process.env.PATH ?? '').split(':').map((folder) => `${folder}/${name}`);
  return found.find((path) => existsSync(path)) ?? null;
}

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function present(): string | null {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which is not there.`);
  const playwrights = chromium.executablePath();
  return (
    configured ||
    SYSTEM.map(onPath).find((path) => path !== null) ||
    [MAC, playwrights].find((path) => path && existsSync(path)) ||
    null
  );
}

export function findChromium(): string {
  const found = present();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  }
  const installed = present();
  if (!installed) throw new Error('The journeys need a Chromium: install Chrome or Chromium, or set CHROMIUM_PATH.');
  return installed;
}

/** Headless, without the calls home that a browser makes by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
