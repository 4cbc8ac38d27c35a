import { call } from './api.ts';

let early: { readonly path: string; readonly answer: Promise<unknown> } | null = null;

/** Asks while the screen that will want the answer is still on its way to the phone. */
export function askEarly(path: string): void {
  const answer = call<unknown>('GET', path);
  answer.catch(() => undefined);
  early = { path, answer };
}

/** The answer that is on its way already, once, or a new one. */
export function ask<T>(path: string): Promise<T> {
  const answer = early?.path === path ? early.answer : call<unknown>('GET', path);
  early = null;
  return answer as Promise<T>;
}
