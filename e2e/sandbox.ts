/** Sets what the sandbox's partners do, and its clock; reads its chat. */
import { mkdirSync, rmdirSync } from 'node:fs';
import { inject, vi } from 'vitest';
import { codeIn, sandboxAt } from './calls.ts';

export const setSandbox = (path: string, body: object): Promise<void> => sandboxAt(inject('sandbox')).set(path, body);

export const moveClock = (offsetMs: number): Promise<void> => sandboxAt(inject('sandbox')).moveClock(offsetMs);

/** A folder can be created once, by whichever process is first. */
function tryLock(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Does something that moves the sandbox's clock or sets its prices, or that breaks if another journey does. Only one journey at a time. */
export async function withSandboxAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${inject('logFile')}.lock`;
  await vi.waitUntil(() => tryLock(lock), { timeout: 250_000, interval: 100 });
  try {
    return await work();
  } finally {
    await moveClock(0);
    rmdirSync(lock);
  }
}

/** The code for Your data that a panelist's chat got, once it is there. */
export async function codeInChat(did: string): Promise<string> {
  return vi.waitUntil(async () => codeIn(await sandboxAt(inject('sandbox')).chatTexts(did)), { timeout: 60_000 });
}
