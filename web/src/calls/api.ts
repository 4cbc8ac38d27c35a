import { BUILD_HEADER } from '@panel/domain/page';
import { api, FORGERY_COOKIE, FORGERY_HEADER } from '@panel/domain/paths';
import { store } from '@panel/ui/store';
import { parseJson, recordBuild } from '../routing/page.ts';
import { TIMEOUT_MS } from './timeout.ts';

const FORBIDDEN = 403;
/** The device id isn't registered, or the panelist has no such data. */
export const NOT_FOUND = 404;
/** The status of a call without an answer: no connection, or a timeout. */
export const NO_CONNECTION = 0;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Thrown by a call that was refused or not answered. The screen chooses the message. */
export class CallFailed extends Error {
  declare readonly status: number;
  declare readonly detail: string | undefined;

  constructor(status: number, problem?: unknown) {
    super(String(status));
    this.name = 'CallFailed';
    this.status = status;
    const { detail } = (problem ?? {}) as { detail?: unknown };
    this.detail = typeof detail === 'string' ? detail : undefined;
  }
}

/** The HTTP status of what a call threw. */
export const statusOf = (failure: unknown): number => (failure instanceof CallFailed ? failure.status : NO_CONNECTION);

/** No other host can set a cookie with the `__Host-` prefix. Without it there may be several, and the server knows which one is its own. */
export function forgeryToken(): string {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  const named = (wanted: string) => cookies.flatMap(([name, token = '']) => (name === wanted ? [token] : []));
  const [own] = named(`__Host-${FORGERY_COOKIE}`);
  return own ?? named(FORGERY_COOKIE).join(',');
}

/** The notice above an offline page's screen; null on every other page, and once its form can be sent. */
export const offlineNotice = store<string | null>(null);

type Received = { readonly status: number; readonly text: string };

type MoreHeaders = Readonly<Record<string, string>>;

async function send(method: Method, path: string, body?: unknown, headers?: MoreHeaders): Promise<Received> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      // GETs carry the token too, because some of them change something.
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        [FORGERY_HEADER]: forgeryToken(),
        ...headers,
      },
      cache: 'no-store',
      // The default since Chrome 72. Before it a call has no cookie, and so no token.
      credentials: 'same-origin',
      signal: abort.signal,
      body: JSON.stringify(body),
    });
    recordBuild(response.headers.get(BUILD_HEADER));
    // The body is read within the timeout: a connection that dies half-way is a failed call.
    return { status: response.status, text: await response.text() };
  } catch {
    throw new CallFailed(NO_CONNECTION);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls our own server. Returns the parsed body, or undefined if it is empty or not JSON; throws `CallFailed`. A change counts as done only
 * if the server says so: a gateway's page doesn't.
 */
export async function call<T>(method: Method, path: string, body?: unknown, headers?: MoreHeaders): Promise<T> {
  let received = await send(method, path, body, headers);
  if (received.status === FORBIDDEN) {
    // The token has expired and nothing was done: get a new one with the configuration and repeat the call once.
    await send('GET', api.config);
    received = await send(method, path, body, headers);
  }
  const { status, text } = received;
  const answer = parseJson(text);
  if (status < 200 || status >= 300) throw new CallFailed(status, answer);
  if (method !== 'GET') {
    if (text && answer === undefined) throw new CallFailed(NO_CONNECTION);
    // A page opened without a connection must not still say so above a completed call.
    offlineNotice.set(null);
  }
  return answer as T;
}
