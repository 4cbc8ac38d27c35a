// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallFailed, call, statusOf } from './api.ts';

type Sent = { path: string; init: RequestInit };

function answer(...responses: (() => Response | Promise<Response>)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    const next = responses.length > 1 ? responses.shift() : responses[0];
    return next?.();
  });
  return sent;
}

const headersOf = (sent: Sent | undefined) => new Headers(sent?.init.headers);
const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((failure: CallFailed) => failure);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('call', () => {
  it('G8: has a JSON content type, with or without a body', async () => {
    const sent = answer(() => new Response('true'));
    await call('GET', '/x');
    await call('PUT', '/x', { a: 1 });
    expect(sent.map((each) => headersOf(each).get('content-type'))).toEqual(['application/json', 'application/json']);
    // Without it Chrome 64 to 71 send no cookie, and every change is refused.
    expect(sent.map(({ init }) => init.credentials)).toEqual(['same-origin', 'same-origin']);
    expect(sent.map(({ init }) => init.body)).toEqual([undefined, '{"a":1}']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'GET'] as const)('G8: %s sends the token from the cookie', async (method) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('a=b; XSRF-TOKEN=abc.def');
    const sent = answer(() => new Response('true'));
    await call(method, '/x');
    expect(headersOf(sent[0]).get('x-xsrf-token')).toBe('abc.def');
  });

  it('G8: reads the token on an https origin', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('other=1; __Host-XSRF-TOKEN=secure');
    const sent = answer(() => new Response('true'));
    await call('PUT', '/x', {});
    expect(headersOf(sent[0]).get('x-xsrf-token')).toBe('secure');
  });

  it.each([
    ['XSRF-TOKEN=tossed; __Host-XSRF-TOKEN=own.token', 'own.token'],
    ['__Host-XSRF-TOKEN=own.token; XSRF-TOKEN=%', 'own.token'],
    ['XSRF-TOKEN=%; XSRF-TOKEN=own.token', '%,own.token'],
  ])('T14: a sibling host’s cookie does not break calls: %s', async (cookie, token) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
    const sent = answer(() => new Response('true'));
    await call('PUT', '/x', {});
    expect(headersOf(sent[0]).get('x-xsrf-token')).toBe(token);
  });

  it('G8: a refused token is replaced, and the call repeated once', async () => {
    const sent = answer(
      () => new Response('', { status: 403 }),
      () => new Response('{}'),
      () => new Response('"done"'),
    );
    expect(await call('PUT', '/x', {})).toBe('done');
    expect(sent.map(({ path }) => path)).toEqual(['/x', api.config, '/x']);

    const refused = answer(() => new Response('', { status: 403 }));
    expect(statusOf(await failureOf(call('PUT', '/x', {})))).toBe(403);
    expect(refused).toHaveLength(3);
  });

  it('throws the status and the detail of a problem', async () => {
    answer(() => new Response(JSON.stringify({ status: 400, detail: 'Too young.' }), { status: 400 }));
    const failure = await failureOf(call('PUT', '/x', {}));
    expect(failure).toBeInstanceOf(CallFailed);
    expect(failure).toMatchObject({ status: 400, detail: 'Too young.' });
  });

  it('an error without a problem body still has its status', async () => {
    answer(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    expect(await failureOf(call('GET', '/x'))).toMatchObject({ status: 502, detail: undefined });
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)(
    '%s fails if a gateway’s page answers instead of the server',
    async (method) => {
      answer(() => new Response('<html>Sign in to this network</html>'));
      expect(await failureOf(call(method, '/x', {}))).toMatchObject({ status: 0 });
      answer(() => new Response(''));
      expect(await call(method, '/x', {})).toBeUndefined();
    },
  );

  it('has the status 0 without a connection', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(statusOf(await failureOf(call('GET', '/x')))).toBe(0);
  });

  it('treats no answer within 20 seconds as no connection', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const failure = failureOf(call('GET', '/x'));
    let ended = false;
    void failure.then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(19_900);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(statusOf(await failure)).toBe(0);
  });
});
