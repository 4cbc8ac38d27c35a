/** The figures of each day that is over, kept by the worker. They can be counted again from the rows. */
import { addDays, addMonths, southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import { EVENTS_KEPT_MONTHS } from '../partners/store.ts';
import { type Database, type Queries, sql, type Tx } from '../platform/database.ts';
import { recordCommand, type Subcommand } from './command.ts';
import { readPartnerKey } from './figure-keys.ts';

/** After midnight transactions that began before it may still be under way. */
const GRACE_MS = 10 * 60_000;
/** How many days one round of the worker adds. */
const DAYS_AT_ONCE = 31;

/** The last day whose figures can be counted. */
export const lastWholeDay = (at: Date): string => southAfricanDate(addMs(at, -DAY_MS - GRACE_MS));

/** The last day whose figures are stored; the last whole one where none is. */
export async function lastCountedDay(db: Queries, at: Date): Promise<string> {
  const whole = lastWholeDay(at);
  const row = await db.one<{ day: string | null }>(sql`
    select max(day)::text as day from daily_figures where day <= ${whole}`);
  return row?.day ?? whole;
}

async function nextDay(db: Queries): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`
    select coalesce((select max(day) + 1 from daily_figures), first_day())::text as day`);
  return row?.day ?? null;
}

/** Adds the figures of the next days that are over. Returns the number of days added. */
export async function rollUpDays(database: Database, at: Date): Promise<number> {
  let added = 0;
  for (; added < DAYS_AT_ONCE; added += 1) {
    const day = await nextDay(database);
    if (day === null || day > lastWholeDay(at)) break;
    await database.transaction((tx) => tx.many(sql`select roll_up_day(${day})`));
  }
  return added;
}

/**
 * Counts every day again whose rows are still there; the figures of earlier days stay, and so do those of rows that go with a
 * deleted profile or are kept for a shorter time. Returns the number of days.
 */
export async function rebuildRollups(tx: Tx, at: Date): Promise<number> {
  const firstWholeDay = addDays(southAfricanDate(addMonths(at, -EVENTS_KEPT_MONTHS)), 1);
  // Whoever did something on the first days may have left since.
  const first = await tx.one<{ day: string | null }>(sql`
    select greatest(least(first_day(), (select min(day) from daily_figures where day >= ${firstWholeDay})), ${firstWholeDay})::text as day`);
  await tx.many(sql`delete from daily_figures where day >= ${firstWholeDay} and can_be_counted_again(figure, key)`);
  let days = 0;
  for (let day = first?.day ?? null; day !== null && day <= lastWholeDay(at); day = addDays(day, 1)) {
    await tx.many(sql`select roll_up_day(${day})`);
    days += 1;
  }
  return days;
}

export type Figure = { readonly figure: string; readonly key: string; readonly day: string; readonly value: number };

/** Some figures of a period, the oldest first. */
export const figuresBetween = async (
  db: Queries,
  figures: readonly string[],
  from: string,
  to: string,
): Promise<Figure[]> =>
  (
    await db.many<Omit<Figure, 'value'> & { value: string }>(sql`
      select figure, key, day::text as day, value from daily_figures
      where figure = any(${figures}::text[]) and day between ${from} and ${to} order by day`)
  ).map((row) => ({ ...row, value: Number(row.value) }));

/** The sum of those that a rule picks. */
/** Counts a day's sessions that a partner verified as complete, by their length: none is without. */
export const isCompletion = ({ figure, key }: Figure, partner: Partner): boolean =>
  figure === 'minutes' && readPartnerKey(key)?.[0] === partner;

export const sumOf = (figures: readonly Figure[], pick: (figure: Figure) => boolean): number =>
  figures.reduce((sum, figure) => (pick(figure) ? sum + figure.value : sum), 0);

export const rollupCommands: readonly Subcommand[] = [
  {
    name: 'rollups rebuild',
    description:
      'Counts the figures of each day of the last 13 months again from the rows, but for those whose rows may be gone.',
    roles: ['fieldwork', 'finance'],
    async run(context) {
      const { deps, print } = context;
      const at = deps.clock.now();
      // In a transaction of its own: until one with an audit row ends, nobody else can do anything that is audited.
      await deps.database.transaction((tx) => recordCommand(tx, context, { command: 'rollups rebuild' }));
      const days = await deps.database.transaction((tx) => rebuildRollups(tx, at));
      print(`${days} days`);
    },
  },
];
