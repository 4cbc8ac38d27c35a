/** Runs the whole app in jsdom, started at an address, with a stubbed server whose requests are recorded. */
import { START_HEADER } from '@panel/domain/page';
import { registrationCheckWriter } from '@panel/domain/panelists/registration-check';
import { byPartner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { cents } from '@panel/domain/rewards/money';
import { act, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, expect, vi } from 'vitest';
import { isPageOnItsWay, navigating } from './routing/router.tsx';
import { start } from './start.tsx';

export const DID = 'test-device-0001';
/** A query that any parsing and formatting would change. */
export const QUERY = `?x-binu-did=${DID}&from=chat%20room&empty=&plus=a+b`;
export const CONFIG = {
  product: 'Bua',
  contact: '0800 555 123',
  environment: 'test',
  release: '1',
  errorReporting: { enabled: false },
};

export const APPROVED = registrationCheckWriter(CONFIG.product)({
  status: 'approved',
  surveyLinks: { 'second-round': null, quarterly: null, yearly: null },
  partnerLinks: byPartner((partner) => `/${partner}`),
  available: cents(127550n),
  pending: cents(2400n),
  total: cents(136150n),
  estimates: {},
});

/** A JSON body, or the exact text of one. */
export type Answer =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | 'unanswered'
  | 'network error'
  | Promise<Answer>;
export type Request = { method: string; path: string; headers: Headers; body: unknown };

let recorded: Request[] = [];
let answers: Record<string, Answer> = {};

/** The requests since the start, except the one for the configuration. */
export const requests = () => recorded.filter(({ path }) => path !== api.config);
const requestsTo = (method: string, path: string) =>
  recorded.filter((request) => request.method === method && request.path === path);
export const requestCount = (method: string, path: string) => requestsTo(method, path).length;
/** Whether each call for the configuration said that the app has started. */
export const reportedStarts = () => requestsTo('GET', api.config).map(({ headers }) => headers.has(START_HEADER));

/** Adds answers by 'METHOD path', also while the app runs. A request without an answer gets a 404. */
export function respondWith(table: Record<string, Answer>): void {
  answers = { ...answers, ...table };
}

function respond(answer: Answer): Promise<Response> {
  if (answer instanceof Promise) return answer.then(respond);
  if (answer === 'unanswered') return new Promise(() => undefined);
  if (answer === 'network error') return Promise.reject(new TypeError('Failed to fetch'));
  const { status = 200, body = null, text = JSON.stringify(body), headers = {} } = answer;
  return Promise.resolve(new Response(text, { status, headers }));
}

export function stubFetch(): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { method = 'GET', headers, body } = init;
    recorded.push({ method, path, headers: new Headers(headers), body: body ? JSON.parse(String(body)) : undefined });
    return respond(answers[`${method} ${path}`] ?? { status: 404, body: { status: 404, detail: 'Not here.' } });
  });
}

const { setTimeout: realSetTimeout } = globalThis;

/** Stubbed answers arrive in promise callbacks, which have all run when a few timers have, also under fake timers. */
async function promisesSettled(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => realSetTimeout(resolve));
}

/** The same, after the code of the next screen has loaded, which takes as long as the machine needs. */
async function screenSettled(): Promise<void> {
  let wasNavigating: number;
  do {
    wasNavigating = navigating.get();
    await promisesSettled();
    // jsdom can't leave the page.
  } while (!isPageOnItsWay() && (wasNavigating || navigating.get()));
}

/** An answer that the test gives later. */
export function deferred(): { promise: Promise<Answer>; resolve: (answer: Answer) => Promise<void> } {
  let resolvePromise: (answer: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((resolve) => {
    resolvePromise = resolve;
  });
  const resolve = (answer: Answer) =>
    act(async () => {
      resolvePromise(answer);
      await screenSettled();
    });
  return { promise, resolve };
}

export const registrationCheck = (answer: Answer) => ({ [`GET ${api.registrationCheck(DID)}`]: answer });

let root: Root | undefined;

export async function openApp(address: string, table: Record<string, Answer> = {}): Promise<void> {
  stubFetch();
  respondWith({ [`GET ${api.config}`]: { body: CONFIG }, ...table });
  window.history.replaceState(null, '', address);
  const element = document.body.appendChild(document.createElement('div'));
  await act(async () => {
    root = await start(element);
    await promisesSettled();
  });
}

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  document.body.innerHTML = '';
  recorded = [];
  answers = {};
});

export const toast = () => screen.getByRole('status').textContent;
export const address = () => window.location.pathname + window.location.search;
export const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Whether a control ignores presses but keeps the focus. */
export const isOff = (control: HTMLElement) => control.getAttribute('aria-disabled') === 'true';
export const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });

export const waitForAddress = (expected: string) => waitFor(() => expect(address()).toBe(expected));

/** Clicks and waits for what the stubbed server's answers change. A disabled control ignores the click. */
export async function click(control: HTMLElement, times = 1): Promise<void> {
  await act(async () => {
    control.focus();
    for (let i = 0; i < times; i++) control.click();
    await screenSettled();
  });
}

/** Browsers move the focus away from a control that is disabled. jsdom doesn't, and can't blur such a control either. */
export function loseFocus(): void {
  const other = document.body.appendChild(document.createElement('button'));
  other.focus();
  other.remove();
}

export async function goBack(): Promise<void> {
  await act(async () => {
    const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await back;
    await screenSettled();
  });
}
