/** Finds a Chromium to test in, or installs the distribution's. Fails without one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The first is Chromium without windows, which uses a fifth less CPU. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function onPath(command: string): string | null {
  const candidates = (process.env.PATH ?? '').split(':').map((folder) => `${folder}/${command}`);
  return candidates.find((path) => existsSync(path)) ?? null;
}

function installedChromium(): string | null {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which doesn't exist.`);
  return (
    configured ||
    COMMANDS.map(onPath).find((path) => path !== null) ||
    [MAC, chromium.executablePath()].find((path) => path && existsSync(path)) ||
    null
  );
}

export function findChromium(): string {
  const found = installedChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], options);
  }
  const installed = installedChromium();
  if (!installed) throw new Error('The journeys need a Chromium: install Chrome or Chromium, or set CHROMIUM_PATH.');
  return installed;
}

/** Chromium uses only the last list it is given, so this one repeats Playwright's entries. */
const DISABLED_FEATURES = [
  // The address bar's suggestions: two hidden pages of Chromium's own that every new window would load before ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // A process for the page after the next one: most tests open a single page.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

/** Headless, without the requests that a browser makes to its vendor. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
