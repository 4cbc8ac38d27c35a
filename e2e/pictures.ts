/** `npm run pictures`: takes the README's pictures of the app and the console. */
import { mkdir } from 'node:fs/promises';
import { GOLDEN } from '@panel/domain/golden';
import { registration } from '@panel/domain/panelists/registration';
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import type { Browser, Page } from 'playwright-core';
import { sendRegistration } from './calls.ts';
import { launchChromium } from './chromium.ts';
import { fillIn } from './fill.ts';
import { withoutPageAnswers } from './page-answers.ts';
import { startWithNpm } from './product.ts';

const FOLDER = new URL('../docs/pictures/', import.meta.url).pathname;
const DID = 'picture-phone-1';
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
const TIMEOUT_MS = 120_000;

/** A panelist with some history. */
const MONEY = { available_reward: 86.5, pending_reward: 24, total_rewards: 172.5 };
const HISTORY = {
  entries: [
    { id: '1', kind: 'reward', state: 'pending', amount: 12, date: '2026-11-12T09:00:00Z', available_on: '2026-11-26' },
    { id: '2', kind: 'reward', state: 'pending', amount: 12, date: '2026-11-10T09:00:00Z', available_on: '2026-11-24' },
    { id: '3', kind: 'reward', state: 'available', amount: 26.5, date: '2026-11-02T09:00:00Z' },
    { id: '4', kind: 'reward', state: 'available', amount: 60, date: '2026-10-20T09:00:00Z' },
    { id: '5', kind: 'withdrawal', state: 'paid', amount: 62, date: '2026-10-14T09:00:00Z' },
  ],
};

async function phone(browser: Browser, origin: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL: origin,
    colorScheme,
    deviceScaleFactor: 2,
    // It would answer the page's calls in place of the routes below.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.route(`**${api.registrationCheck(DID)}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...MONEY } });
  });
  await page.route(`**${api.history(DID)}`, (route) => route.fulfill({ json: HISTORY }));
  await page.route(`**${screens.balance}?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withoutPageAnswers(await response.text()) });
  });
  return page;
}

/** The pictures side by side, each in a phone. */
async function framed(browser: Browser, shots: readonly Buffer[], to: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 820 } });
  const phones = shots
    .map((shot) => `<div><img src="data:image/png;base64,${shot.toString('base64')}" alt=""></div>`)
    .join('');
  await page.setContent(`<style>
    body { margin: 0; padding: 30px; background: #e9ede5; display: flex; justify-content: center; gap: 36px }
    div { padding: 10px; border-radius: 38px; background: #10211a; box-shadow: 0 12px 30px #0004 }
    img { display: block; width: 350px; height: 719px; border-radius: 29px }
  </style>${phones}`);
  await page.screenshot({ path: `${FOLDER}${to}` });
  await page.close();
}

const CONSOLE_PICTURES = [
  ['fieldwork-1', '/panel', 'panel'],
  ['fieldwork-1', '/sample?answer=province:gauteng&ageFrom=18&ageTo=34', 'sample'],
  ['finance-1', '/today', 'today'],
  ['finance-1', '/money', 'money'],
] as const;

/** The console on the demo's panel, signed in as an operator. */
async function takeConsole(browser: Browser): Promise<void> {
  const product = await startWithNpm('demo');
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [account, path, name] of CONSOLE_PICTURES) {
        const context = await browser.newContext({ viewport: WIDE, baseURL: product.console, colorScheme });
        context.setDefaultTimeout(TIMEOUT_MS);
        const page = await context.newPage();
        await page.goto(path);
        await page.getByRole('link', { name: 'Continue with your work account' }).click();
        await page.getByRole('button', { name: new RegExp(`^${account},`) }).click();
        await page.waitForURL((url) => url.pathname === new URL(path, product.console).pathname);
        await page.locator('main h2').first().waitFor();
        await page.getByText('Loading …').waitFor({ state: 'hidden' });
        await page.screenshot({ path: `${FOLDER}console-${name}-${colorScheme}.png` });
        await context.close();
      }
  } finally {
    await product.close();
  }
}

async function takeApp(browser: Browser): Promise<void> {
  const product = await startWithNpm();
  try {
    await sendRegistration(product.origin, DID);
    for (const scheme of ['light', 'dark'] as const) {
      const page = await phone(browser, product.origin, scheme);
      const shots: Buffer[] = [];
      await page.goto(`${screens.home}?${DID_PARAMETER}=${DID}`);
      await page.getByRole('button', { name: 'Find Top Surveys', exact: true }).waitFor();
      shots.push(await page.screenshot());

      await page.goto(`${screens.apply}?${DID_PARAMETER}=another-phone-1`);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Proceed', exact: true }).click();
      const { firstname, surname, gender, dob, ethnicity } = GOLDEN.registration.answers;
      await fillIn(page, registration, { firstname, surname, gender, dob, ethnicity });
      await page.evaluate(() => window.scrollTo(0, 380));
      shots.push(await page.screenshot());

      await page.goto(`${screens.balance}?${DID_PARAMETER}=${DID}`);
      await page.getByText('History', { exact: true }).waitFor();
      shots.push(await page.screenshot());
      await framed(browser, shots, `app-${scheme}.png`);
    }
  } finally {
    await product.close();
  }
}

const browser = await launchChromium();
try {
  await mkdir(FOLDER, { recursive: true });
  await takeApp(browser);
  await takeConsole(browser);
} finally {
  await browser.close();
}
