/** The nightly snapshot: counts that read the whole panel, made once, at one moment. Pages read one row of it each. */
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';
import { processItems, withoutSetAside } from '../platform/failed-items.ts';
import { lastCountedDay, lastWholeDay } from './rollups.ts';

type Counts = Readonly<Record<string, unknown>>;
/** Counts by name, up to the end of a day. */
export type Counter = (tx: Tx, day: string) => Promise<Counts>;

/** Everything in the transaction sees the rows of one moment. */
const ONE_MOMENT = sql`set transaction isolation level repeatable read`;

const isTaken = (db: Queries, day: string): Promise<boolean> =>
  db.value(sql`select exists (select from panel_counts where day = ${day})`);

/**
 * Takes the snapshot of the last counted day and drops the one before. Returns 0 if it was taken already. Counts that fail are tried again by
 * themselves, up to the same day, and the pages that show them are empty until then.
 */
export const takeSnapshot = (
  database: Database,
  at: Date,
  counters: Readonly<Record<string, Counter>>,
): Promise<number> =>
  processItems(database, at, {
    job: 'snapshot',
    find: async () => {
      const day = await lastCountedDay(database, at);
      // While days are being added, the next one follows at once.
      if (day !== lastWholeDay(at) || (await isTaken(database, day))) return [];
      const items = Object.keys(counters).map((name) => `${day} ${name}`);
      return withoutSetAside(database, 'snapshot', items, at);
    },
    process: (items) =>
      database.transaction(
        async (tx) => {
          await tx.run(ONE_MOMENT);
          const isLocked = await tx.value<boolean>(sql`select pg_try_advisory_xact_lock(hashtext('nightly snapshot'))`);
          const day = lastWholeDay(at);
          if (!isLocked) return 0;
          await tx.run(sql`delete from panel_counts where day <> ${day}`);
          for (const [name, counter] of Object.entries(counters))
            if (items.includes(`${day} ${name}`)) await storeCounts(tx, day, Object.entries(await counter(tx, day)));
          return 1;
        },
        { fullScan: true },
      ),
  });

const storeCounts = (tx: Tx, day: string, counts: readonly (readonly [string, unknown])[]) =>
  tx.run(sql`
    insert into panel_counts (day, name, counts)
    select ${day}::date, name, counts::jsonb
    from unnest(${counts.map(([name]) => name)}::text[], ${counts.map(([, of]) => JSON.stringify(of))}::text[]) as c (name, counts)
    on conflict do nothing`);

/** The day of the snapshot that pages show; the last counted day if none was taken yet. */
export async function snapshotDay(db: Queries, at: Date): Promise<string> {
  const day = await db.value<string | null>(sql`select max(day)::text from panel_counts`);
  return day ?? lastCountedDay(db, at);
}

/** Undefined if the snapshot has no counts of this name. */
export const readCounts = async <Of>(db: Queries, day: string, name: string): Promise<Of | undefined> =>
  (await db.one<{ counts: Of }>(sql`select counts from panel_counts where day = ${day} and name = ${name}`))?.counts;
