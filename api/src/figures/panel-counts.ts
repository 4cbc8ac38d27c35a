import { ALLOW_FULL_SCANS, type Database, type Queries, type Statement, sql } from '../platform/database/database.ts';

/** Counts once a day and stores the counts: each reads the answers of the whole panel. */
export async function readOrStoreCounts<Row>(
  database: Database,
  day: string,
  name: string,
  statement: Statement,
): Promise<Row[]> {
  const known = await storedCounts<Row>(database, day, name);
  if (known) return known;
  return database.transaction(async (tx) => {
    await tx.many(ALLOW_FULL_SCANS);
    const rows = await tx.many<Row>(statement);
    await tx.many(sql`
      insert into panel_counts (day, name, counts) values (${day}, ${name}, ${JSON.stringify(rows)})
      on conflict (day, name) do nothing`);
    return rows;
  });
}
const storedCounts = async <Row>(db: Queries, day: string, name: string): Promise<Row[] | undefined> =>
  (await db.one<{ counts: Row[] }>(sql`select counts from panel_counts where day = ${day} and name = ${name}`))?.counts;
