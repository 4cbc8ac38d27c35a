import { api, FORGERY_COOKIE, FORGERY_HEADER } from '@panel/domain/paths';
import type { FieldError } from '@panel/domain/problems';

const TIMEOUT_MS = 20_000;
const FORBIDDEN = 403;
/** The status of a call without an answer: no connection, or a timeout. */
export const NO_CONNECTION = 0;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Thrown by a call that was refused or not answered. The screen chooses the message. */
export class CallFailed extends Error {
  declare readonly status: number;
  declare readonly detail: string | undefined;
  declare readonly errors: readonly FieldError[];

  constructor(status: number, problem: { detail?: unknown; errors?: unknown } = {}) {
    super(`call failed: ${status}`);
    this.name = 'CallFailed';
    this.status = status;
    this.detail = typeof problem.detail === 'string' ? problem.detail : undefined;
    this.errors = Array.isArray(problem.errors) ? problem.errors : [];
  }
}

/** The HTTP status of what a call threw. */
export const statusOf = (failure: unknown): number => (failure instanceof CallFailed ? failure.status : NO_CONNECTION);

function forgeryToken(): string {
  const names = [`__Host-${FORGERY_COOKIE}`, FORGERY_COOKIE];
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  const [, token = ''] = cookies.find(([name = '']) => names.includes(name)) ?? [];
  return decodeURIComponent(token);
}

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      // GETs carry the token too: some of them change something.
      headers: { 'content-type': 'application/json', accept: 'application/json', [FORGERY_HEADER]: forgeryToken() },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The body is read within the timeout: a connection that dies half-way is a failed call.
    return new Response([204, 205, 304].includes(response.status) ? null : await response.text(), {
      status: response.status,
    });
  } catch {
    throw new CallFailed(NO_CONNECTION);
  } finally {
    clearTimeout(timer);
  }
}

async function parseBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls our own server. Returns the parsed body, undefined where it is empty or no JSON, or throws `CallFailed`. */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let response = await send(method, path, body);
  if (response.status === FORBIDDEN) {
    // The token has expired and nothing was done: get a new one with the configuration and call again, once.
    await send('GET', api.config, undefined);
    response = await send(method, path, body);
  }
  const answer = await parseBody(response);
  if (!response.ok) throw new CallFailed(response.status, (answer ?? {}) as object);
  return answer as T;
}
