/**
 * The operators' console as the product serves it: real sign-in, each role's own pages, no fixtures. It has its own product,
 * because other journeys advance the clock by days, which signs an operator out.
 */
import { PAGE_ROLES } from '@panel/domain/console/operations';
import { CSV_TABLES, MENU_PAGES, type MenuPage, ROLES, type Role } from '@panel/domain/console/pages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, newDid, registerPanelist, useBrowser } from '../browser.ts';
import { signInTo } from '../console.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from '../screen-checks.ts';

const open = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
  for (let n = 0; n < 2; n += 1) await registerPanelist(newDid(), product.origin);
});
afterAll(() => product?.close());

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

async function signIn(role: Role): Promise<Page> {
  const page = await open({ viewport: DESKTOP, baseURL: product.console });
  await signInTo(page, role);
  return page;
}

/** The first table on a page that can be downloaded. */
async function expectCsv(page: Page, name: MenuPage): Promise<void> {
  const [table] = CSV_TABLES[name];
  if (!table) return;
  const answer = await page.request.get(`/api/console/pages/${name}?format=csv&table=${table}`);
  expect([name, answer.status()]).toEqual([name, 200]);
  expect(answer.headers()['content-type']).toContain('text/csv');
}

describe('an operator who signs in', () => {
  it.each(ROLES)('as %s opens the pages of that role, which are accessible and obey the policy', async (role) => {
    const page = await signIn(role);
    const allowed = MENU_PAGES.filter((name) => PAGE_ROLES[name].includes(role));
    const rail = page.getByRole('navigation', { name: 'Pages', exact: true });
    for (const name of allowed) {
      await rail.getByRole('link', { name: new RegExp(`^${capitalized(name)}\\b`) }).click();
      await page.waitForURL((url) => url.pathname === `/${name}`);
      await page.getByRole('heading', { name: capitalized(name), level: 1 }).waitFor();
      await page.getByText('Loading …').waitFor({ state: 'hidden' });
      expect([name, await axeViolations(page, 'all but colours')]).toEqual([name, []]);
      await expectCsv(page, name);
    }
    for (const name of MENU_PAGES.filter((other) => !allowed.includes(other))) {
      expect(await rail.getByRole('link', { name: new RegExp(`^${capitalized(name)}\\b`) }).count()).toBe(0);
      expect((await page.request.get(`/api/console/pages/${name}`)).status()).toBe(403);
    }
  });
});

describe('fieldwork', () => {
  type Inbox = { devices: { messages: { body: string }[] }[] };
  /** The chat's messages that contain a text, of all devices. */
  const inbox = async (text: string): Promise<string[]> => {
    const { devices }: Inbox = await (await fetch(`${product.sandbox}/__sandbox/inbox`)).json();
    return devices.flatMap(({ messages }) => messages.map(({ body }) => body)).filter((body) => body.includes(text));
  };
  const confirm = async (page: Page, people: string) => {
    await page.getByRole('button', { name: 'Review and send' }).click();
    const dialog = page.getByRole('dialog', { name: `Send to ${people} now?` });
    expect(await axeViolations(page, 'all but colours')).toEqual([]);
    await dialog.getByRole('button', { name: `Send to ${people}` }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('saves a sample by age, draws it for a soft launch, tests and confirms the text, and continues with the others', async () => {
    const page = await signIn('fieldwork');
    await page.goto('/sample?quotaRow=age&finishedWanted=2&finishPercent=100');
    await page.getByRole('button', { name: 'Save sample…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Everyone by age');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: /^Saved samples/ }).click();
    await page.getByRole('link', { name: 'Use Everyone by age' }).click();
    await page.getByLabel('Task', { exact: true }).fill('bread');
    await page.getByLabel('Link of the study').fill(`${product.sandbox}/study/bread`);
    await page.getByLabel(/^Soft launch/).check();
    await page.getByRole('button', { name: 'Draw 2 people' }).click();

    await page.getByRole('heading', { name: 'Invite to bread' }).waitFor();
    await page.getByText('Soft launch: 1 of 2 people first').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Five minutes about bread: {link}');
    await page.getByRole('button', { name: 'Send a test…' }).click();
    await page.getByLabel('Device id of the test device').fill('test-device-1');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Sent to the test device.').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await inbox('pid=test')).toHaveLength(1);
    expect(await inbox('/t/bread/')).toEqual([]);

    await confirm(page, '1 person');
    await expect.poll(async () => (await inbox('/t/bread/')).length).toBe(1);
    await page.getByRole('heading', { name: 'Continue with bread' }).waitFor();
    await confirm(page, '1 person');
    await expect.poll(async () => new Set(await inbox('/t/bread/')).size).toBe(2);
  });
});
