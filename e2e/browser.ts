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

export type Scripted = object | number | boolean | 'lost';

function fulfil(route: Route, answer: Scripted): Promise<void> {
  if (answer === 'lost') return route.abort('connectionfailed');
  if (typeof answer === 'number')
    return route.fulfill({
      status: answer,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: answer, detail: 'Scripted.' }),
    });
  return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) });
}

/** What the server would answer to a call, where the journey needs it to say something it won't say by itself. */
export async function script(page: Page, path: string, answer: Scripted): Promise<void> {
  await page.route(`**${path}`, (route: Route) => fulfil(route, answer));
}

/** A call that stays under way until the journey lets it be answered. Counts how often it was sent. */
export async function hold(page: Page, path: string): Promise<{ answer(by: Scripted): void; sent(): number }> {
  let sent = 0;
  let answer: (by: Scripted) => void = () => undefined;
  const answered = new Promise<Scripted>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${path}`, async (route: Route) => {
    sent += 1;
    await fulfil(route, await answered);
  });
  return { answer, sent: () => sent };
}

/** The registration check's answer for an approved panelist without any link or reward, but for what is given here. */
export const member = (but: object = {}): object => ({
  status: 'approved',
  bua_second_round_survey_link: null,
  bua_quarterly_survey_link: null,
  bua_yearly_survey_link: null,
  cint_match_survey_link: null,
  cint_router_survey_link: null,
  purespectrum_entry_link: null,
  available_reward: 0,
  pending_reward: 0,
  total_rewards: 0,
  ...but,
});

/** Every call of the page to our API from now on, as `GET /api/…`. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** No accessibility fault, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Without the second page that it would open for frames, of which we have none.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual(
    [],
  );
}

export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** The toast says this, and nothing but this. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await toast(page, text).waitFor();
  expect(await page.getByRole('status').textContent()).toBe(text);
}
