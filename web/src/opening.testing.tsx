/** How the screen tests hold the app: started whole at an address, its server played by a table, its calls recorded. */
import { api } from '@panel/domain/paths';
import { act, screen, waitFor } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, vi } from 'vitest';
// On the phone already, as after the first visit.
import './home/Menu.tsx';
import { start } from './start.tsx';

export const DID = 'test-device-0001';
/** A query that only survives byte for byte. */
export const QUERY = `?x-binu-did=${DID}&from=chat%20room&empty=&plus=a+b`;
export const CONFIG = { product: 'Bua', environment: 'test', release: '1', errorReporting: { enabled: false } };

export const APPROVED = {
  status: 'approved',
  bua_second_round_survey_link: null,
  bua_quarterly_survey_link: null,
  bua_yearly_survey_link: null,
  cint_match_survey_link: 'https://match.example/',
  cint_router_survey_link: 'https://router.example/',
  purespectrum_entry_link: 'https://pure.example/',
  available_reward: 75.5,
  pending_reward: 24,
  total_rewards: 161.5,
};

export type Answer = { status?: number; body?: unknown } | 'never' | 'dead line' | Promise<Answer>;
export type Call = { method: string; path: string; headers: Headers; body: unknown };

let calls: Call[] = [];
let answers: Record<string, Answer> = {};

/** What was called since the start, but for the configuration. */
export const called = () => calls.filter(({ path }) => path !== api.config);
export const calledTimes = (method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).length;

/** Answers calls by 'METHOD path'; what has no answer is 404. May be changed while the app runs. */
export function serve(table: Record<string, Answer>): void {
  answers = { ...answers, ...table };
}

function respond(answer: Answer): Promise<Response> {
  if (answer instanceof Promise) return answer.then(respond);
  if (answer === 'never') return new Promise(() => undefined);
  if (answer === 'dead line') return Promise.reject(new TypeError('Failed to fetch'));
  return Promise.resolve(new Response(JSON.stringify(answer.body ?? null), { status: answer.status ?? 200 }));
}

function stubFetch(): void {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { method = 'GET', headers, body } = init;
    calls.push({ method, path, headers: new Headers(headers), body: body ? JSON.parse(String(body)) : undefined });
    return respond(answers[`${method} ${path}`] ?? { status: 404, body: { status: 404, detail: 'Not here.' } });
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** An answer on its way, and what lets it come. */
export function held(): { later: Promise<Answer>; answer: (by: Answer) => Promise<void> } {
  let arrive: (by: Answer) => void = () => undefined;
  const later = new Promise<Answer>((resolve) => {
    arrive = resolve;
  });
  const answer = (by: Answer) =>
    act(async () => {
      arrive(by);
      await settled();
    });
  return { later, answer };
}

export const checkOf = (answer: Answer) => ({ [`GET ${api.registrationCheck(DID)}`]: answer });

let root: Root | null = null;

/** Starts the app at an address, as a phone would. */
export async function openApp(address: string, table: Record<string, Answer> = {}): Promise<void> {
  stubFetch();
  serve({ [`GET ${api.config}`]: { body: CONFIG }, ...table });
  window.history.replaceState(null, '', address);
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(() => start(root as Root));
}

afterEach(() => {
  act(() => root?.unmount());
  root = null;
  document.body.innerHTML = '';
  calls = [];
  answers = {};
});

export const toast = () => screen.getByRole('status').textContent;
export const address = () => window.location.pathname + window.location.search;
export const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });

/** Waits until the app has gone to an address. */
export const isAt = (there: string) => waitFor(() => expect(address()).toBe(there), { timeout: 3000 });

/** Presses something, as often as said, and waits for what comes of it. What is disabled takes no press. */
export async function press(control: HTMLElement, times = 1): Promise<void> {
  await act(async () => {
    control.focus();
    for (let i = 0; i < times; i++) control.click();
    await settled();
  });
}

export async function goBack(): Promise<void> {
  await act(async () => {
    const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await back;
    await settled();
  });
}
