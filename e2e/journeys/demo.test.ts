/** The console on the demo's panel, which newcomers open first: its data wasn't written for a test. */
import { inWords } from '@panel/domain/calendar';
import { CONSOLE_PAGES, PAGE_DEFINITIONS, type Role } from '@panel/domain/console/pages';
import { TERMS } from '@panel/domain/panelists/rules';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, useBrowser } from '../browser.ts';
import { signInTo } from '../console.ts';
import { faultsInLooks } from '../console-looks.ts';
import { type Product, startWithNpm } from '../product.ts';

// An error in the browser's console fails the test too.
const open = useBrowser();
const serverErrors: string[] = [];
let product: Product;

beforeAll(async () => {
  product = await startWithNpm('demo', { demoPanelists: 200 });
});
afterAll(() => product?.close());
afterEach(() => expect(serverErrors.splice(0), 'server errors').toEqual([]));

async function signIn(role: Role): Promise<Page> {
  const page = await open({ viewport: DESKTOP, baseURL: product.console });
  page.on('response', (response) => {
    if (response.status() >= 500) serverErrors.push(`${response.status()} ${response.url()}`);
  });
  await signInTo(page, role);
  return page;
}

/** Waits for a heading, or for the page's own error message. */
async function expectShown(page: Page, heading: string | RegExp): Promise<void> {
  const failure = page.getByText('This page can’t be displayed.');
  await page.getByRole('heading', { name: heading }).or(failure).first().waitFor();
  await page.getByText('Loading …').waitFor({ state: 'hidden' });
  expect([page.url(), await failure.count()]).toEqual([page.url(), 0]);
}

/** On the narrowest phone and on a desk. */
async function expectGoodLooks(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ ...DESKTOP, width });
    // A chart redraws after its box has changed.
    await expect.poll(() => faultsInLooks(page), { message: `${page.url()} at ${width} px` }).toEqual([]);
  }
}

/** Opens everything that the page lists: disputes, proposals or tasks. `kind` is the end of their addresses, before the id. */
async function openListed(page: Page, path: string, kind: string, heading: (id: string) => string | RegExp) {
  await page.goto(path);
  const links = page.locator(`main a[href*="${kind}="]`);
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  for (const href of new Set(hrefs)) {
    await page.goto(href);
    await expectShown(page, heading(href.split(`${kind}=`)[1]?.split('&')[0] ?? ''));
    if (href === hrefs[0]) await expectGoodLooks(page);
  }
}

describe('the console on a demo of 200 panelists', () => {
  it('shows an auditor every page and every proposal', async () => {
    const page = await signIn('auditor');
    for (const name of CONSOLE_PAGES) {
      await page.goto(`/${name}`);
      await expectShown(page, new RegExp(`\\b(${name}|${PAGE_DEFINITIONS[name].title})\\b`, 'i'));
      await expectGoodLooks(page);
    }
    await openListed(page, '/today', 'proposal?id', (id) => new RegExp(`\\b${id}\\b`));
  });

  it('shows fieldwork every task', async () => {
    await openListed(await signIn('fieldwork'), '/sample?tab=tasks', 'task', (task) => new RegExp(`\\b${task}\\b`));
  });

  it('shows support every dispute, and a card', async () => {
    const page = await signIn('support');
    await openListed(page, '/disputes', 'dispute', () => 'What the panelist reported');
    await page.goto('/people');
    await page.getByLabel('did').fill('demo-000001');
    await page.getByLabel('Reason (for the audit log)').fill('To see a card');
    await page.getByRole('button', { name: 'Open the card' }).click();
    await expectShown(page, 'Consents and preferences');
    await expectGoodLooks(page);
    const [day, month = '', year] = inWords(TERMS.revised).split(' ');
    const accepted = new RegExp(`, terms of ${day}\\s${month.slice(0, 3)}\\s${year}`);
    expect(await page.getByText(accepted).count()).toBe(1);
  });
});
