// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const flatMap = Object.getOwnPropertyDescriptor(Array.prototype, 'flatMap');
const { fromEntries } = Object;

/** Removes what Chrome 64 lacks, then loads what the app adds. */
beforeEach(() => {
  vi.resetModules();
  Reflect.deleteProperty(Array.prototype, 'flatMap');
  Reflect.deleteProperty(Object, 'fromEntries');
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.fromEntries = fromEntries;
  if (flatMap) Object.defineProperty(Array.prototype, 'flatMap', flatMap);
});

describe('in a browser older than Chrome 73', () => {
  it('lists can be mapped to several items each, and entries become an object', async () => {
    await import('./old-browsers.ts');
    expect([1, 2, 3].flatMap((item, index) => (item === 2 ? [] : [item, index, [item]]))).toEqual([
      ...[1, 0, [1]],
      ...[3, 2, [3]],
    ]);
    expect(Object.fromEntries(new Map([['a', 1]]))).toEqual({ a: 1 });
    const keys: string[] = [];
    for (const key in [1]) keys.push(key);
    expect(keys).toEqual(['0']);
  });

  it('a browser that has a function keeps it', async () => {
    Object.fromEntries = fromEntries;
    const { AbortController: native } = window;
    await import('./old-browsers.ts');
    expect(Object.fromEntries).toBe(fromEntries);
    expect(window.AbortController).toBe(native);
  });
});

describe('in a browser older than Chrome 66', () => {
  beforeEach(() => {
    // Not stubbed as undefined: the name itself must be missing.
    vi.stubGlobal('AbortController', undefined);
    Reflect.deleteProperty(window, 'AbortController');
  });

  it('a call ends at its timeout, also while its body is on its way', async () => {
    const unfinished = Object.assign(new Response(), { text: () => new Promise<string>(() => undefined) });
    vi.stubGlobal('fetch', async () => unfinished);
    await import('./old-browsers.ts');
    const abort = new window.AbortController();
    const answer = window.fetch('/config.json', { signal: abort.signal });
    abort.abort();
    await expect(answer).rejects.toThrow('aborted');
  });

  it('a call has its status, its headers and its body', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"a":1}', { status: 201, headers: { 'x-build': 'one' } }));
    await import('./old-browsers.ts');
    const answer = await window.fetch('/config.json', { signal: new window.AbortController().signal });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-build')).toBe('one');
    expect(await answer.text()).toBe('{"a":1}');
  });

  it('a call may have no body', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    await import('./old-browsers.ts');
    expect((await window.fetch('/config.json')).status).toBe(204);
  });
});
