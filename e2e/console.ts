/** The operators' console in a real Chromium, signed in as an operator. */
import type { Role } from '@panel/domain/console/pages';
import type { Page } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { DESKTOP, useBrowser } from './browser.ts';
import type { Product } from './product.ts';

/** Support and finance have a second account. */
export async function signInTo(page: Page, role: Role, account: 1 | 2 = 1): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue with your work account' }).click();
  await page.getByRole('button', { name: `${role}-${account}, ${role}`, exact: true }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
}

/** Starts the product that knows the gateway and whose clock no journey moves, unless it runs. */
export async function startSteadyProduct(): Promise<Pick<Product, 'origin' | 'sandbox' | 'gateway' | 'console'>> {
  await fetch(`${inject('starter')}/steady`);
  return inject('steady');
}

/** For a file of operators' journeys. Returns a function that signs in to the steady product, in a new browser. */
export function useOperators(): (role: Role, account?: 1 | 2) => Promise<Page> {
  const open = useBrowser();
  beforeAll(startSteadyProduct);
  return async (role, account = 1) => {
    const page = await open({ viewport: DESKTOP, baseURL: inject('steady').console });
    await signInTo(page, role, account);
    return page;
  };
}
