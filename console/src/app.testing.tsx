/** The console in a test, with a fake server that answers from the fixtures and records the calls. */
import type { PageData } from '@panel/api/pages';
import { type ConsoleSession, POLL_HEADER } from '@panel/domain/console/pages';
import { fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { App } from './App.tsx';
import { navigate } from './address.ts';
import { queryClient } from './api.ts';
import { NOW } from './clock.testing.ts';
import { PAGE_DATA, SESSION } from './fixtures.testing.ts';

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Present if the page called by itself. */
  readonly isPoll?: true;
};
type Answer = { readonly status: number; readonly body: unknown };

type Server = {
  /** Null without a session. */
  session?: ConsoleSession | null | ((call: Call) => ConsoleSession | null);
  pages?: Partial<PageData>;
  /** The answer to anything but the session and the pages. */
  answer?: (call: Call) => Answer;
};

/** Opens a page as an operator and returns the calls as they are made. `atServer` can replace the fake server's `fetch`. */
export function openConsole(href: string, server: Server = {}, atServer = () => {}): Call[] {
  const { session = SESSION, pages = {}, answer = () => ({ status: 200, body: { done: true } }) } = server;
  const calls: Call[] = [];
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { pathname } = new URL(path, 'http://console.test');
    const call: Call = {
      method: init.method ?? 'GET',
      path,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      ...(new Headers(init.headers).has(POLL_HEADER) && { isPoll: true }),
    };
    calls.push(call);
    const page = /^\/api\/console\/pages\/(\w+)$/.exec(pathname)?.[1] as keyof PageData | undefined;
    let given: Answer;
    const current = typeof session === 'function' ? session(call) : session;
    if (!current) given = { status: 401, body: { code: 'signed-out' } };
    else if (pathname === '/api/console/session') given = { status: 200, body: current };
    else if (page) given = { status: 200, body: pages[page] ?? PAGE_DATA[page] };
    else given = answer(call);
    return new Response(JSON.stringify(given.body), {
      status: given.status,
      headers: { date: new Date().toUTCString() },
    });
  });
  atServer();
  queryClient.clear();
  navigate(href);
  render(<App />);
  return calls;
}

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
