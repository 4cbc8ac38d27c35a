/** The built console in a real browser under its policy: accessible in every state, at every width, by the keyboard alone. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CONSOLE_PAGES } from '@panel/domain/console/pages';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../api/src/platform/http/headers.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { faultsInLooks } from '../e2e/console-looks.ts';
import { axeViolations } from '../e2e/screen-checks.ts';
import { buildConsole, CONSOLE_DIST } from '../scripts/build-console.ts';
import { NOW } from './src/clock.testing.ts';
import { PAGE_DATA, PAGE_STATES, SESSION } from './src/fixtures.testing.ts';
import { DRAWN_TASK, SOFT_LAUNCHED_TASK, TASK_BEING_SENT } from './src/sample/tasks.testing.ts';

const ORIGIN = 'http://console.test';
const SIGNED_OUT = 401;
const WIDE = { width: 1280, height: 900 };
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** What the server answers for the page that the browser shows, where it differs from the page's data. */
function dataAt(href: string): object {
  const { pathname, search } = new URL(href);
  return PAGE_STATES.find(({ path, data }) => path === pathname + search && data)?.data ?? {};
}

const TASKS = [DRAWN_TASK, TASK_BEING_SENT, SOFT_LAUNCHED_TASK];

let browser: Browser;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];

/** Plays the console's server: the built files with their policy, and the fixtures. */
async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const name = CONSOLE_PAGES.find((each) => pathname === `/api/console/pages/${each}`);
  if (name) return route.fulfill({ json: { ...PAGE_DATA[name], ...dataAt(page.url()) } });
  if (pathname === '/api/console/sample-count') return route.fulfill({ json: { people: 5_318, at: NOW } });
  const polled = TASKS.find((task) => pathname === `/api/console/tasks/${task?.task}`);
  if (polled) return route.fulfill({ json: polled });
  // Samples are drawn by fieldwork alone.
  const role = page.url().includes('/sample') ? 'fieldwork' : SESSION.role;
  if (pathname === '/api/console/session' && page.url().includes('signed-out'))
    return route.fulfill({ status: SIGNED_OUT, json: {} });
  if (pathname === '/api/console/session') return route.fulfill({ json: { ...SESSION, role } });
  if (pathname.startsWith('/api/')) return route.fulfill({ status: 404, json: {} });
  const file = extname(pathname) ? pathname : '/index.html';
  const headers = { 'content-security-policy': contentSecurityPolicy({ isHttps: false, isReporting: false }) };
  return route.fulfill({
    body: readFileSync(join(CONSOLE_DIST, file)),
    contentType: TYPES[extname(file)] ?? 'text/html',
    headers,
  });
}

beforeAll(async () => {
  await buildConsole();
  browser = await launchChromium();
  context = await browser.newContext({ viewport: WIDE, baseURL: ORIGIN, reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000);
  await context.route('**/*', answer);
  page = await context.newPage();
  await page.clock.setFixedTime(new Date(NOW));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser reports the response of a session that has ended.
    if (message.type() === 'error' && !message.text().includes(`status of ${SIGNED_OUT}`)) errors.push(message.text());
  });
});
afterAll(() => browser?.close());
// A style or a script that the policy forbids is an error of the page.
afterEach(() => expect(errors.splice(0), 'errors in the page').toEqual([]));

describe.each(PAGE_STATES)('$path: $heading', ({ path, heading, press, text }) => {
  it('has no barrier, in the light and the dark, wide and narrow, nothing cut off, broken or over another', async () => {
    await page.setViewportSize(WIDE);
    // A dialog opens on the page that the state before it has left.
    if (press && page.url() === ORIGIN + path) await page.keyboard.press('Escape');
    else await page.goto(path);
    if (text) await page.getByLabel('Text', { exact: true }).fill(text);
    if (press) await page.getByRole('button', { name: press }).first().click();
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await axeViolations(page, 'all'), 'in the light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeViolations(page, 'all'), 'in the dark, on a phone').toEqual([]);
    for (const width of [320, 390, 900, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      // A chart redraws after its box has changed.
      await expect.poll(() => faultsInLooks(page), { message: `at ${width} px` }).toEqual([]);
    }
  });
});

it('an arrow key opens the answers of a rule, and Enter adds the chosen one', async () => {
  await page.setViewportSize(WIDE);
  await page.goto('/sample?answer=network:mtn');
  const answers = () => new URL(page.url()).searchParams.getAll('answer');
  await page.getByLabel('Add an answer to Network 1').focus();
  await page.keyboard.press('ArrowDown');
  expect(answers()).toEqual(['network:mtn']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(answers()).toEqual(['network:mtn']);
  await page.keyboard.press('Enter');
  await expect.poll(answers).toEqual(['network:mtn', 'network:telkom']);
});

it('an arrow key opens the choices of a filter, and the page loads for the one that is chosen', async () => {
  await page.setViewportSize(WIDE);
  await page.goto('/audit');
  const account = () => new URL(page.url()).searchParams.get('account');
  await page.getByLabel('Who', { exact: true }).focus();
  for (let times = 1; times <= 3; times++) {
    await page.keyboard.press('ArrowDown');
    expect(account()).toBeNull();
  }
  await page.keyboard.press('Enter');
  await expect.poll(account).toBe(PAGE_DATA.audit.accounts[1]);
});

it('the button that leads to the last page of a list keeps the focus, and does nothing more', async () => {
  await page.setViewportSize(WIDE);
  await page.route('**/pages/audit?cursor=**', (route) => {
    const { entries } = PAGE_DATA.audit;
    return route.fulfill({
      json: { ...PAGE_DATA.audit, entries: { ...entries, newer: 'newer-entries', older: null } },
    });
  });
  await page.goto('/audit');
  const older = page.getByRole('button', { name: 'Older' });
  await older.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Newer', disabled: false }).waitFor();
  expect(await older.isDisabled()).toBe(true);
  expect(await older.evaluate((button) => button === document.activeElement)).toBe(true);
  const address = page.url();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(address);
  await page.unrouteAll();
});

it('an error on a phone is above the bar of pages, and can be dismissed', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/today');
  await page.getByRole('button', { name: 'More' }).click();
  await page.route('**/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  const text = page.getByText('You are still signed in');
  const bottomOf = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
    return y + height;
  };
  await text.waitFor();
  const bar = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox();
  expect(await bottomOf(text)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('button', { name: 'Dismiss' }).click({ timeout: 10_000 });
  expect(await text.count()).toBe(0);
  await page.unrouteAll();
  errors.splice(0);
});

it('the keyboard skips to the page, opens a dialog at what changes nothing, and comes back to what opened it', async () => {
  await page.setViewportSize(WIDE);
  await page.goto('/money');
  await page.getByRole('heading', { name: 'Liability now' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  for (const next of ['Overview', 'Issuer settlement', 'Partner statements', 'Freeze payouts…']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(next);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Freeze payouts' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Freeze payouts…');
});

it('Enter in the remark to a proposal approves nothing', async () => {
  const sent: string[] = [];
  await page.route('**/api/console/proposals/**', (route) => {
    sent.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { done: true } });
  });
  await page.goto('/proposal?id=P-318');
  await page.getByRole('textbox', { name: /^Remark/ }).fill('Reversed twice');
  await page.keyboard.press('Enter');
  // The same key on the button sends the call, so one that the remark had sent would be here before it.
  await page.getByRole('button', { name: 'Decline' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('P-318 is declined.').waitFor();
  expect(sent).toEqual(['/api/console/proposals/P-318/refuse']);
  await page.unrouteAll();
});

describe('Enter in a half-typed time', () => {
  it('says what is wrong, and asks for the confirmation once the time is whole', async () => {
    await page.setViewportSize(WIDE);
    await page.goto('/sample?task=brd-114');
    const date = page.getByLabel('Send on (optional)');
    const dialog = page.getByRole('dialog', { name: 'Send to 1\u202f926 people on 20\u00a0Nov\u00a009:00?' });
    await page.getByLabel('Text', { exact: true }).fill('Five minutes about breakfast? {link}');
    await date.focus();
    await page.keyboard.type('1120');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a full date and time, or clear the field.').waitFor();
    expect(await date.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('at');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // What was typed is still there, and the year is next.
    await page.keyboard.type('2026');
    await page.getByLabel('Send on: time, 24 hours').fill('9:00');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  });
});

it('the first column of a table of numbers is pinned at any width', async () => {
  await page.setViewportSize(WIDE);
  await page.goto('/panel');
  const first = page.getByRole('table', { name: 'Province by Age' }).locator('tbody th').first();
  expect(await first.evaluate((cell) => getComputedStyle(cell).position)).toBe('sticky');
});

it('an entry of the audit is short on a phone: its amount next to its time, and no empty cells', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/audit');
  const entry = page.getByRole('row').filter({ hasText: 'R14.00' });
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y;
  expect(await topOf(entry.getByText('R14.00'))).toBe(await topOf(entry.locator('th')));
  const cells = page.locator('tbody td').filter({ visible: true });
  expect(await cells.filter({ hasText: /^–$/ }).count()).toBe(0);
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(160);
});

it('the sum of a list of cards on a phone is one line', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/codes');
  const total = page.getByRole('table', { name: 'Unrecognised codes' }).locator('tfoot tr');
  await total.waitFor();
  expect((await total.innerText()).split(/\s+/)).toEqual(['Total', '218']);
  expect((await total.boundingBox())?.height).toBeLessThan(50);
});

it('the theme is the one that was chosen, also after the page has loaded again', async () => {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/today');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(background).toBe('rgb(11, 20, 16)');
  await page.reload();
  await page.getByRole('button', { name: 'Light' }).click();
  await expect.poll(background).toBe('rgb(245, 246, 240)');
  await page.evaluate(() => localStorage.clear());
});

it('the build is small: one script and one style, compressed', () => {
  const sizeOf = (extension: string) =>
    readdirSync(join(CONSOLE_DIST, 'assets'))
      .filter((file) => file.endsWith(`${extension}.br`))
      .reduce((sum, file) => sum + statSync(join(CONSOLE_DIST, 'assets', file)).size, 0);
  // The libraries and the shell, and what a page may add.
  const pages = CONSOLE_PAGES.length;
  expect(sizeOf('.js')).toBeLessThanOrEqual(64_000 + 3_500 * pages);
  expect(sizeOf('.css')).toBeLessThanOrEqual(2_000 + 500 * pages);
});
