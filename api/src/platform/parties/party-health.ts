/** The state of each outside party, from the calls of the last 24 hours. */
import type { PartyHealth, PartyState } from '@panel/domain/console/today-page';
import { PARTNERS } from '@panel/domain/partners/partners';
import type { Dependencies } from '../dependencies.ts';
import { type CallCount, callsSince } from './party-calls.ts';

const HALF_HOUR_MS = 30 * 60_000;
const HALF_HOURS = 48;
/** The shares of failed calls that make a party slow or broken. */
const SLOW_SHARE = 0.1;
const BROKEN_SHARE = 0.5;
/** Two seconds. A panelist waits at most 4 seconds for a link. */
const SLOW_TENTHS = 20;

type Calls = readonly CallCount[];
const countOf = (calls: Calls, picks: (call: CallCount) => boolean): number =>
  calls.reduce((sum, call) => (picks(call) ? sum + call.calls : sum), 0);

const failedShareOf = (calls: Calls): number | null => {
  const failed = countOf(calls, ({ result }) => result === 'failed');
  const answered = countOf(calls, ({ result }) => result === 'answered');
  return failed + answered === 0 ? null : failed / (failed + answered);
};

/** In tenths of a second. `callsSince` sorts the calls of a half hour by duration. */
function medianOf(calls: Calls): number | null {
  const timed = calls.filter(({ tenths }) => tenths !== null);
  const all = countOf(timed, () => true);
  let sofar = 0;
  for (const { tenths, calls: many } of timed) {
    sofar += many;
    if (sofar * 2 >= all) return tenths;
  }
  return null;
}

function stateOf(calls: Calls): PartyState | null {
  if (calls.length === 0) return null;
  const failed = failedShareOf(calls);
  // No answer and no failure means that its circuit breaker is open.
  if (failed === null || failed >= BROKEN_SHARE) return 'broken';
  return failed >= SLOW_SHARE || (medianOf(calls) ?? 0) >= SLOW_TENTHS ? 'slow' : 'up';
}

function healthOf(name: PartyHealth['name'], calls: Calls, from: number): PartyHealth {
  const startOf = (index: number) => from + index * HALF_HOUR_MS;
  const halfHours = Array.from({ length: HALF_HOURS }, (_, index) =>
    stateOf(calls.filter(({ halfHour }) => halfHour.getTime() === startOf(index))),
  );
  const last = halfHours.findLastIndex((state) => state !== null);
  const state = halfHours[last] ?? null;
  const changed = halfHours.findLastIndex((each) => each !== null && each !== state);
  const since = changed === -1 ? -1 : halfHours.findIndex((each, index) => index > changed && each !== null);
  const latest = calls.filter(({ halfHour }) => halfHour.getTime() === startOf(last));
  const median = medianOf(latest);
  return {
    name,
    state,
    since: since === -1 ? null : new Date(startOf(since)).toISOString(),
    medianSeconds: median === null ? null : median / 10,
    failedShare: failedShareOf(latest),
    breakerOpen: latest.some(({ result }) => result === 'not-called'),
    halfHours,
  };
}

/** One for each party. */
export async function readPartyHealth({ database }: Dependencies, at: Date): Promise<PartyHealth[]> {
  const until = Math.floor(at.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS;
  const from = until - (HALF_HOURS - 1) * HALF_HOUR_MS;
  const calls = await callsSince(database, new Date(from));
  const names = [...PARTNERS, 'issuer', 'chat'] as const;
  return names.map((name) =>
    healthOf(
      name,
      calls.filter(({ party }) => party === name),
      from,
    ),
  );
}
