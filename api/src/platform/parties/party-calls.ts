/**
 * Whether the outside parties answer, judged by every real call. `httpRequest` and the partners' routes publish calls on a channel. They
 * are counted in memory and written every few seconds, so that no call waits.
 */
import { channel } from 'node:diagnostics_channel';
import { addMs, HOUR_MS } from '@panel/domain/durations';
import type { Clock } from '../clock.ts';
import { bufferCounts, type CountOf } from '../database/buffered-counts.ts';
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

type Call = { party: string; slot: Date; result: CallResult; tenths: number | null };

export type PartyCallRecorder = ReturnType<typeof recordPartyCalls>;

export function recordPartyCalls(database: Database, clock: Clock) {
  const counts = bufferCounts<Call>((calls) => insertCalls(database, calls), WRITE_EVERY_MS);
  const listener = (message: unknown): void => {
    const { party, result, ms } = message as PartyCall;
    const slot = new Date(Math.floor(clock.now().getTime() / SLOT_MS) * SLOT_MS);
    const tenths = ms === null ? null : Math.min(MAX_TENTHS, Math.max(0, Math.round(ms / 100)));
    counts.add({ party, slot, result, tenths });
  };
  CALLS.subscribe(listener);
  return {
    write: counts.write,
    stop() {
      CALLS.unsubscribe(listener);
      return counts.stop();
    },
  };
}

const insertCalls = (database: Database, calls: readonly CountOf<Call>[]) =>
  database.run(sql`
    insert into party_calls as c (party, slot, result, tenths, calls)
    select * from unnest(${calls.map(({ what }) => what.party)}::text[], ${calls.map(({ what }) => what.slot)}::timestamptz[],
      ${calls.map(({ what }) => what.result)}::text[], ${calls.map(({ what }) => what.tenths)}::smallint[],
      ${calls.map(({ count }) => count)}::int[])
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
export const eraseOldCalls = (database: Database, at: Date): Promise<number> =>
  database.run(sql`
    delete from party_calls where slot < ${addMs(at, -KEPT_MS)}`);
