/** A panelist's phone: a page of the product in a real Chromium, and what a person does with it. */
import { AxeBuilder } from '@axe-core/playwright';
import { GOLDEN } from '@panel/domain/golden';
import { api, DID_PARAMETER } from '@panel/domain/paths';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

let browser: Browser;
let counter = 0;
export const newDid = (): string => `phone-${process.pid}-${Date.now()}-${++counter}`;
export const origin = (): string => inject('origin');

/** For the whole file. Every page is closed after its test, and every error it had fails that test. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Page> {
  const pages: { page: Page; troubles: string[] }[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS });
  });
  afterEach(async () => {
    const troubles = pages.flatMap((open) => open.troubles);
    for (const { page } of pages.splice(0)) await page.context().close();
    expect(troubles, 'errors in the page').toEqual([]);
  });
  afterAll(() => browser.close());

  return async (options = {}) => {
    const context = await browser.newContext({ viewport: PHONE, baseURL: origin(), locale: 'en-ZA', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      // A refused call is part of many journeys and shows in the console; a policy violation or a warning of React isn't.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) troubles.push(message.text());
    });
    pages.push({ page, troubles });
    return page;
  };
}

export const at = (path: string, did: string | null, rest = ''): string =>
  `${path}${did ? `?${DID_PARAMETER}=${did}${rest}` : rest.replace('&', '?')}`;

/** A panelist who signed up before this journey begins. */
export async function registered(did: string = newDid()): Promise<string> {
  const answer = await fetch(origin() + api.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(GOLDEN.registration.payload).replaceAll(GOLDEN.registration.did, did),
  });
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}`);
  return did;
}

/** What the server would answer to a call, where the journey needs it to say something it won't say by itself. */
export async function script(page: Page, path: string, answer: object | number | boolean | 'lost'): Promise<void> {
  await page.route(`**${path}`, (route: Route) => {
    if (answer === 'lost') return route.abort('connectionfailed');
    if (typeof answer === 'number')
      return route.fulfill({
        status: answer,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: answer, detail: 'Scripted.' }),
      });
    return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) });
  });
}

/** No accessibility fault, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual(
    [],
  );
}

export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
