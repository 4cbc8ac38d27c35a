/** `npm run test:phones`: walks through the product in old browsers and without script. Prints a table; the exit code is 1 if a step failed. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { screens } from '@panel/domain/paths';
import { sendRegistration } from '../calls.ts';
import { type Product, startWithNpm } from '../product.ts';
import { type Browser, launch, type PhonePage, VERSIONS, type Version } from './browsers.ts';
import { SCRIPT_FAULTS, startFaultyProxy } from './faults.ts';
import { JOURNEY, open, signUp, type Visit } from './journey.ts';

const PICTURES = join(import.meta.dirname, 'node_modules/.cache/pictures');
const PHONE = { width: 360, height: 740 };
/** Longer than a reward is pending. */
const DAYS = 15;
const SCREENS = {
  home: screens.home,
  surveys: screens.surveys,
  apply: screens.apply,
  survey: screens.profiling('second-round'),
  balance: screens.balance,
};

type Row = { readonly browser: string; readonly steps: Record<string, string> };
const rows: Row[] = [];
let days = 0;

async function newPage(browser: Browser): Promise<PhonePage> {
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  return page;
}

async function takePictures(visit: Visit): Promise<void> {
  for (const [screen, path] of Object.entries(SCREENS)) {
    await open(visit, path === SCREENS.survey ? `${path}/${visit.did}` : path);
    await visit.picture(screen);
  }
}

/** Runs the steps one after the other, and writes down how each of them went. */
async function walk(browser: string, steps: Record<string, () => Promise<void>>): Promise<void> {
  const row: Row = { browser, steps: {} };
  rows.push(row);
  for (const [name, step] of Object.entries(steps)) {
    const began = Date.now();
    const failure = await step().then(
      () => null,
      (error: Error) => error,
    );
    row.steps[name] = failure ? 'FAILED' : 'passed';
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    process.stderr.write(`${browser}, ${name}: ${failure ? failure.message : 'passed'} (${seconds} s)\n`);
  }
}

/** The whole journey in a browser. */
async function walkJourney(product: Product, version: Version, hasApp = true): Promise<void> {
  const browser = await launch(version);
  try {
    const page = await newPage(browser);
    if (!hasApp) await page.setJavaScriptEnabled(false);
    days += DAYS;
    const name = `${version}${hasApp ? '' : ' without script'}`;
    const visit: Visit = {
      page,
      product,
      origin: product.origin,
      did: `phone-${randomUUID()}`,
      hasApp,
      day: days,
      picture: async (screen) => {
        // Here, because installing the browsers empties the folder above it.
        await mkdir(PICTURES, { recursive: true });
        return page.screenshot({ path: join(PICTURES, `${name.replaceAll(' ', '-')}-${screen}.png`) });
      },
    };
    const steps = Object.entries(JOURNEY).map(([step, take]) => [step, () => take(visit)] as const);
    const [[first, begin], ...others] = steps as [(typeof steps)[number], ...typeof steps];
    await walk(name, {
      // A failed sign-up must not fail every later step.
      [first]: () => begin().finally(() => sendRegistration(product.origin, visit.did)),
      pictures: () => takePictures(visit),
      ...Object.fromEntries(others),
    });
  } finally {
    await browser.close();
  }
}

/** A sign-up on a page whose script is lost, cut off or late. */
async function walkFaults(product: Product, version: Version): Promise<void> {
  const browser = await launch(version);
  try {
    for (const fault of SCRIPT_FAULTS) {
      const proxy = await startFaultyProxy(product.origin, fault);
      const visit: Visit = {
        page: await newPage(browser),
        product,
        origin: proxy.origin,
        did: `phone-${randomUUID()}`,
        hasApp: false,
        day: 0,
        picture: () => Promise.resolve(),
      };
      await walk(`${version}, script ${fault}`, { 'sign up': () => signUp(visit) });
      proxy.close();
    }
  } finally {
    await browser.close();
  }
}

function printTable(): void {
  const names = [...new Set(rows.flatMap(({ steps }) => Object.keys(steps)))];
  const lines = [
    ['Chrome', ...names],
    ['---', ...names.map(() => '---')],
    ...rows.map(({ browser, steps }) => [browser, ...names.map((name) => steps[name] ?? '')]),
  ];
  process.stdout.write(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}

/** What is run by default, and by name: `npm run test:phones -- 69 faults`. */
const RUNS: Record<string, (product: Product) => Promise<void>> = {
  ...Object.fromEntries(VERSIONS.map((version) => [version, (product: Product) => walkJourney(product, version)])),
  'without-script': (product) => walkJourney(product, 'today', false),
  faults: (product) => walkFaults(product, '69'),
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(RUNS, name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(RUNS).join(', ')}.`);

const product = await startWithNpm();
try {
  for (const [name, run] of Object.entries(RUNS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await run(product).catch((error: Error) => walk(name, { 'sign up': () => Promise.reject(error) }));
  }
} finally {
  await product.close();
}
printTable();
process.stderr.write(`Pictures: ${PICTURES}\n`);
process.exit(rows.some(({ steps }) => Object.values(steps).includes('FAILED')) ? 1 : 0);
