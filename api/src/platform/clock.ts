import { type Queries, sql } from './database.ts';

/** The current time. The sandbox can move it; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const POLL_MS = 250;
const TIMEOUT_MS = 1000;

/** The system's time plus the offset that a person sets in the sandbox; the last known offset while it doesn't answer. */
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

/** By how much the clocks of this machine and of the database differ. */
export async function clockSkewMs(database: Queries): Promise<number> {
  const row = await database.one<{ now: Date }>(sql`select clock_timestamp() as now`);
  return Math.abs(Date.now() - (row?.now.getTime() ?? 0));
}
