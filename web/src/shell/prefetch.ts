import { call } from './api.ts';

let prefetched: { readonly path: string; readonly answer: Promise<unknown> } | null = null;

/** Makes a GET call before the screen that needs its answer is loaded. */
export function prefetch(path: string): void {
  const answer = call<unknown>('GET', path);
  answer.catch(() => undefined);
  prefetched = { path, answer };
}

/** Makes a GET call, or returns the answer of the prefetched one, once. */
export function getPrefetched<T>(path: string): Promise<T> {
  const answer = prefetched?.path === path ? prefetched.answer : call<unknown>('GET', path);
  prefetched = null;
  return answer as Promise<T>;
}
