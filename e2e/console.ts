/** The operators' console in a real Chromium, signed in as an operator. */
import type { Role } from '@panel/domain/console/pages';
import type { Page } from 'playwright-core';

/** Support and finance have a second account. */
export async function signInTo(page: Page, role: Role, account: 1 | 2 = 1): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue with your work account' }).click();
  await page.getByRole('button', { name: `${role}-${account}, ${role}`, exact: true }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
}
