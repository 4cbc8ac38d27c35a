/** Panelists who each sign up, answer, earn and withdraw once, so that every success leaves one row to check. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { goldenFor } from '@panel/domain/golden';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import { routerCallback } from '../api/src/partners/cint-router/contract.testing.ts';
import type { Call, Caller } from './calls.ts';

/** What a panelist was told. An accepted withdrawal covers all completions. */
export type Panelist = {
  readonly did: string;
  isRegistered: boolean;
  hasSubmitted: boolean;
  readonly completed: string[];
  hasWithdrawn: boolean;
};

const COMPLETIONS = 2;
/** In dollars. One completion earns half of it at 18 rand. */
const PRICE = '3.00';
export const REWARD_CENTS = 2700;
const POLL_MS = 500;

export const newPanelistDid = (): string => `failover-${randomBytes(12).toString('hex')}`;
const newPanelist = (): Panelist => ({
  did: newPanelistDid(),
  isRegistered: false,
  hasSubmitted: false,
  completed: [],
  hasWithdrawn: false,
});
export const registrationOf = (did: string): Call => ({
  method: 'POST',
  path: api.register,
  body: goldenFor('registration', did),
  isWrite: true,
});
export const registrationCheck = (did: string): Call => ({ method: 'GET', path: api.registrationCheck(did) });
const preference = (did: string, value: boolean): Call => ({
  method: 'PUT',
  path: api.preference(did),
  body: { data: [{ preference: 'research', value }] },
  isWrite: true,
});

let surveys = 1000;

/** A panelist from sign-up to withdrawal, with every call retried until it succeeds. Updates `panelist` after each one. */
async function signUpToWithdraw(panelist: Panelist, { sendUntilSuccess }: Caller): Promise<void> {
  const { did } = panelist;
  await sendUntilSuccess(registrationOf(did));
  panelist.isRegistered = true;
  await sendUntilSuccess({
    method: 'PUT',
    path: api.profiling('quarterly'),
    body: goldenFor('quarterly', did),
    isWrite: true,
  });
  panelist.hasSubmitted = true;
  for (let n = 0; n < COMPLETIONS; n += 1) {
    const link = (await sendUntilSuccess({
      method: 'GET',
      path: entryLink('cint-router')(did),
      isWrite: true,
    })) as {
      url: string;
    };
    const [sessionId = ''] = /s_[0-9a-f]{32}/.exec(link.url) ?? [];
    surveys += 1;
    const reported = { usd: PRICE, survey: String(surveys) };
    const { url } = routerCallback({ partner: 'cint-router', sessionId, pid: '' }, 'complete', reported);
    await sendUntilSuccess({ method: 'GET', path: url, isWrite: true });
    panelist.completed.push(sessionId);
  }
  // Accepted as soon as the worker has released both rewards.
  const available = async () => {
    const check = (await sendUntilSuccess(registrationCheck(did))) as { available_reward?: unknown };
    return Math.round(Number(check.available_reward) * 100) >= COMPLETIONS * REWARD_CENTS;
  };
  while (!(await available())) await sleep(POLL_MS);
  while ((await sendUntilSuccess({ method: 'GET', path: api.withdraw(did), isWrite: true })) !== true)
    await sleep(POLL_MS);
  panelist.hasWithdrawn = true;
}

/** Starts this many panelists a second, until it is stopped. */
export function startPanelists(caller: Caller, perSecond: number) {
  const panelists: Panelist[] = [];
  const journeys: Promise<void>[] = [];
  const timer = setInterval(() => {
    const panelist = newPanelist();
    panelists.push(panelist);
    journeys.push(signUpToWithdraw(panelist, caller));
  }, 1000 / perSecond);
  return {
    panelists,
    /** Starts no more panelists, and waits until all have withdrawn. */
    async finish(): Promise<void> {
      clearInterval(timer);
      await Promise.all(journeys);
    },
  };
}

const PROBE_MS = 100;
const PROBED = 100;

/** Sends a read and a write every tenth of a second, without waiting for earlier ones. */
export async function startProbes(caller: Caller): Promise<() => void> {
  const dids = Array.from({ length: PROBED }, newPanelistDid);
  await Promise.all(dids.map((did) => caller.sendUntilSuccess(registrationOf(did))));
  let n = 0;
  const timer = setInterval(() => {
    n += 1;
    const did = dids[n % PROBED] as string;
    void caller.send(registrationCheck(did));
    void caller.send(preference(did, Math.floor(n / PROBED) % 2 === 0));
  }, PROBE_MS);
  return () => clearInterval(timer);
}
