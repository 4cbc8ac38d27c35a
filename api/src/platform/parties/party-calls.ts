/**
 * Whether the outside parties answer, judged by every real call. `httpRequest` and the partners' routes publish calls on a channel. They
 * are counted in memory and written every few seconds, so that no call waits.
 */
import { channel } from 'node:diagnostics_channel';
import { addMs, HOUR_MS } from '@panel/domain/durations';
import type { Clock } from '../clock.ts';
import { type Database, type Queries, sql } from '../database/database.ts';

/** `not-called`: the breaker is open. */
export const CALL_RESULTS = ['answered', 'failed', 'not-called'] as const;
type CallResult = (typeof CALL_RESULTS)[number];
/** `ms` is null if we waited for nothing: a partner called us, or no call was made. */
type PartyCall = { readonly party: string; readonly result: CallResult; readonly ms: number | null };

const CALLS = channel('panel.party-calls');
export const reportPartyCall = (call: PartyCall): void => CALLS.publish(call);

const SLOT_MS = 5 * 60_000;
const WRITE_EVERY_MS = 5000;
const KEPT_MS = 48 * HOUR_MS;
const MAX_TENTHS = 300;
/** While the database is down, counts beyond this are dropped. */
const MAX_COUNTS = 5000;

type Count = { party: string; slot: Date; result: CallResult; tenths: number | null; calls: number };

export type PartyCallRecorder = {
  /** Writes the counts since the last time. */
  write(): Promise<void>;
  stop(): Promise<void>;
};

export function recordPartyCalls(database: Database, clock: Clock): PartyCallRecorder {
  let counts = new Map<string, Count>();
  const add = (count: Count): void => {
    const key = `${count.party} ${count.slot.getTime()} ${count.result} ${count.tenths}`;
    const counted = counts.get(key);
    if (counted) counted.calls += count.calls;
    else if (counts.size < MAX_COUNTS) counts.set(key, count);
  };
  const listener = (message: unknown): void => {
    const { party, result, ms } = message as PartyCall;
    const slot = new Date(Math.floor(clock.now().getTime() / SLOT_MS) * SLOT_MS);
    const tenths = ms === null ? null : Math.min(MAX_TENTHS, Math.max(0, Math.round(ms / 100)));
    add({ party, slot, result, tenths, calls: 1 });
  };
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await insertCounts(database, written);
    } catch {
      for (const count of written) add(count);
    }
  };
  CALLS.subscribe(listener);
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();
  return {
    write,
    async stop() {
      clearInterval(timer);
      CALLS.unsubscribe(listener);
      await write();
    },
  };
}

const insertCounts = (database: Database, counts: readonly Count[]) =>
  database.write(sql`
    insert into party_calls as c (party, slot, result, tenths, calls)
    select * from unnest(${counts.map(({ party }) => party)}::text[], ${counts.map(({ slot }) => slot)}::timestamptz[],
      ${counts.map(({ result }) => result)}::text[], ${counts.map(({ tenths }) => tenths)}::smallint[],
      ${counts.map(({ calls }) => calls)}::int[])
    on conflict (party, slot, result, tenths) do update set calls = c.calls + excluded.calls`);

export type CallCount = {
  readonly party: string;
  readonly halfHour: Date;
  readonly result: CallResult;
  readonly tenths: number | null;
  readonly calls: number;
};

/** The calls since this time, in half hours, oldest first. */
export const callsSince = (db: Queries, since: Date) =>
  db.many<CallCount>(sql`
    select party, date_bin('30 minutes', slot, 'epoch') as "halfHour", result, tenths, sum(calls)::int as calls
    from party_calls where slot >= ${since} group by 1, 2, 3, 4 order by 2, 4`);

/** Returns the number of rows erased. */
export const eraseOldCalls = async (database: Database, at: Date): Promise<number> =>
  (
    await database.write(sql`
      delete from party_calls where slot < ${addMs(at, -KEPT_MS)} returning 1`)
  ).length;
