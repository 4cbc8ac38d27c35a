import { type Queries, sql } from './database/database.ts';

/** The current time. The sandbox can move it; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const POLL_MS = 250;
const TIMEOUT_MS = 1000;

/** The system time plus the offset set in the sandbox; while the sandbox doesn't answer, the last known offset. */
export async function sandboxClock(sandboxUrl: string): Promise<Clock> {
  let offsetMs = 0;
  const fetchOffset = async () => {
    const response = await fetch(`${sandboxUrl}/__sandbox/clock`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    offsetMs = Number(((await response.json()) as { offsetMs?: unknown }).offsetMs) || 0;
  };
  await fetchOffset().catch(() => undefined);
  setInterval(() => void fetchOffset().catch(() => undefined), POLL_MS).unref();
  return { now: () => new Date(Date.now() + offsetMs) };
}

/** Payouts stop above this skew: a voucher may be retried for only a few minutes, so workers must agree on the time. */
export const MAX_CLOCK_SKEW_MS = 30_000;

/** Lower bound of this machine's offset from the database clock, without the round trip; negative if behind. */
export async function clockSkewMs(db: Queries): Promise<number> {
  const before = Date.now();
  const now = (await db.value<Date>(sql`select clock_timestamp()`)).getTime();
  const after = Date.now();
  return after < now ? after - now : Math.max(0, before - now);
}
