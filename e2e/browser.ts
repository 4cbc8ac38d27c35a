/** A panelist's phone: a page of the product in a real Chromium, and what a panelist does with it. */
import { randomUUID } from 'node:crypto';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import type { Browser, BrowserContextOptions, Page, Response, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { sendRegistration } from './calls.ts';
import { launchChromium } from './chromium.ts';
import { withoutPageAnswers } from './page-answers.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };
/** Ten times what a calm machine needs. */
const TIMEOUT_MS = 120_000;
/** Everything that a router which parses and rebuilds a query would change. */
export const QUERY = '&lang=en%20ZA&note=a+b&flag&empty=&e=%c3%A9&twice=1&twice=2&path=/a%2Fb?c&quote=%27~*';

type TrackedPage = { readonly page: Page; readonly errors: string[] };

export const newDid = (): string => `phone-${randomUUID()}`;
export const origin = (): string => inject('origin');

async function openTrackedPage(options: BrowserContextOptions): Promise<TrackedPage> {
  const defaults = {
    viewport: PHONE,
    baseURL: origin(),
    locale: 'en-ZA',
    // It would make calls that tests don't see; the offline journeys have one.
    serviceWorkers: 'block',
    // Animations cost processor time even if no test needs them.
    reducedMotion: 'reduce',
  } as const;
  const browser = await browserOfWorker();
  const context = await browser.newContext({ ...defaults, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is part of many journeys and appears in the console; a policy violation or a React warning isn't.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text());
  });
  return { page, errors };
}

/** Prints the page of a failed test: the error only says what was missing. */
async function printScreen(page: Page): Promise<void> {
  const text = await page.evaluate(() => document.body.innerText).catch((error: Error) => error.message);
  process.stderr.write(`At ${page.url()} the page showed:\n${text.replace(/^/gm, '    ')}\n`);
}

let launched: Promise<Browser> | undefined;

/** One browser for all test files of a worker. It closes with the worker. */
export function browserOfWorker(): Promise<Browser> {
  launched ??= launchChromium();
  return launched;
}

/** Separate pages for each test of a file, closed after it. An error in one of them fails the test. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Page> {
  const opened: TrackedPage[] = [];
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const { page } of opened) await printScreen(page);
    const errors = opened.flatMap((tracked) => tracked.errors);
    for (const { page } of opened.splice(0)) await page.context().close();
    expect(errors, 'errors in the page').toEqual([]);
  });
  return async (options = {}) => {
    const tracked = await openTrackedPage(options);
    opened.push(tracked);
    return tracked.page;
  };
}

/** One page for all tests of a file that leave nothing behind in it: a new page costs more than they do. */
export function useSharedPage(options: BrowserContextOptions): () => Page {
  let shared: TrackedPage;
  beforeAll(async () => {
    shared = await openTrackedPage(options);
  });
  afterEach(async () => {
    await shared.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(shared.errors.splice(0), 'errors in the page').toEqual([]);
  });
  afterAll(() => shared?.page.context().close());
  return () => shared.page;
}

/** Waits until the app has hydrated the page: before that a link loads a page, and a draft isn't restored. */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.classList.contains('started'));
}

/** Opens a screen and waits until the app runs it. A tap before that would post the form, with other requests. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await waitForApp(page);
  return response;
}

/** The address of a screen for a panelist. `query` begins with `&`. */
export const withDid = (path: string, did: string, query = ''): string => `${path}?${DID_PARAMETER}=${did}${query}`;

/** Registers a panelist without the browser, and returns the did. */
export async function registerPanelist(did: string = newDid(), productOrigin: string = origin()): Promise<string> {
  let { status } = await sendRegistration(productOrigin, did);
  // On a busy machine the server may exceed its own time limits, and then the registration may or may not be stored.
  const isRetry = status === 503;
  while (status === 503) ({ status } = await sendRegistration(productOrigin, did));
  if (status !== 201 && !(isRetry && status === 409)) throw new Error(`registration answered ${status}`);
  return did;
}

/** A JSON body, the status of a problem, or no response at all. */
export type MockResponse = object | number | boolean | 'lost';

function fulfill(route: Route, response: MockResponse): Promise<void> {
  if (response === 'lost') return route.abort('connectionfailed');
  if (typeof response === 'number')
    return route.fulfill({
      status: response,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: response, detail: 'Scripted.' }),
    });
  return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(response) });
}

const PERSONAL_PATHS = [api.registrationCheck(''), api.history(''), api.yourData('')];

/** Removes the server's responses from the pages, so that the app makes these calls itself, as after a slow response. */
async function withoutAnswers(page: Page, path: string): Promise<void> {
  if (!PERSONAL_PATHS.some((start) => path.startsWith(start))) return;
  await page.route(
    (url) => [screens.home, screens.balance, screens.deleteProfile, screens.yourData].includes(url.pathname as '/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = withoutPageAnswers(await response.text());
      return route.fulfill({ response, body });
    },
  );
}

/** Responds to a call instead of the server, for responses that the server doesn't give by itself. */
export async function mockResponse(page: Page, path: string, response: MockResponse): Promise<void> {
  await withoutAnswers(page, path);
  await page.route(`**${path}`, (route) => fulfill(route, response));
}

/** Holds a call until the test responds to it, and counts how often it was sent. */
export async function pauseResponse(
  page: Page,
  path: string,
): Promise<{ respond(response: MockResponse): void; requestCount(): number }> {
  let requests = 0;
  let respond: (response: MockResponse) => void = () => undefined;
  const response = new Promise<MockResponse>((resolve) => {
    respond = resolve;
  });
  await withoutAnswers(page, path);
  await page.route(`**${path}`, async (route) => {
    requests += 1;
    await fulfill(route, await response);
  });
  return { respond, requestCount: () => requests };
}

/** The registration check's links to every partner's surveys. */
export const partnerLinks = (link: string | null): Readonly<Record<string, string | null>> =>
  Object.fromEntries(PARTNERS.map((partner) => [PARTNER_BUTTONS[partner].linkField, link]));

/** The registration check of an approved panelist without links or rewards, except those given here. */
export const approvedCheck = (fields: object = {}): object => ({
  status: 'approved',
  bua_second_round_survey_link: null,
  bua_quarterly_survey_link: null,
  bua_yearly_survey_link: null,
  ...partnerLinks(null),
  available_reward: 0,
  pending_reward: 0,
  total_rewards: 0,
  ...fields,
});

/** Every further call of the page to our API, as `GET /api/…`. */
export function recordApiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Expects this toast, and no other. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await toast(page, text).waitFor();
  expect(await page.getByRole('status').textContent()).toBe(text);
}

/** Whether an element has the focus. */
export const hasFocus = (element: ReturnType<Page['locator']>): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement);

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
