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
  await registerPanelist(newDid(), product.origin);
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
