/** Daily figures, which the worker adds once a day is over. They can be recounted from the rows. */
import { addDays, addMonths, southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { EVENTS_KEPT_MONTHS } from '@panel/domain/partners/outcomes';
import type { Implementation } from '../console/operation.ts';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { doEach, hasFailed, processItems, withoutSetAside } from '../platform/failed-items.ts';
import {
  canBeCountedAgain,
  DAY_PARTS,
  type DayPart,
  FIGURE_COLUMNS,
  type FigureOf,
  figuresStatement,
} from './day-figures.ts';

/** Transactions that began before midnight may still be running. */
const GRACE_MS = 10 * 60_000;
/** How many days the worker adds per run. */
const DAYS_AT_ONCE = 31;

/** The last day whose figures can be counted. */
export const lastWholeDay = (at: Date): string => southAfricanDate(addMs(at, -DAY_MS - GRACE_MS));

/** The last day whose figures are stored, or the last whole day if there are none. */
export function lastCountedDay(db: Queries, at: Date): Promise<string> {
  const whole = lastWholeDay(at);
  return db.value(sql`select coalesce(max(day), ${whole})::text from daily_figures where day <= ${whole}`);
}

/** The first day on which anything happened; null on an empty panel. */
async function firstDay(db: Queries): Promise<string | null> {
  const at = await db.value<Date | null>(sql`
    select least(
      (select registered_at from panelists order by registered_at limit 1), (select at from transfers order by id limit 1))`);
  return at && southAfricanDate(at);
}

async function nextDay(db: Queries): Promise<string | null> {
  const last = await db.value<string | null>(sql`select max(day)::text from daily_figures`);
  return last ? addDays(last, 1) : firstDay(db);
}

/** Each account's balance: the previous day's plus what moved. */
function balancesAfter(before: readonly CountedFigure[], counted: readonly CountedFigure[]): CountedFigure[] {
  const balances = new Map(before.map(({ account, value }) => [account, value]));
  for (const { account, value } of counted.filter(({ figure }) => figure === 'moved'))
    balances.set(account, (balances.get(account) ?? 0) + value);
  return [...balances].map(([account, value]) => ({
    figure: 'balance',
    partner: '',
    kind: '',
    account,
    detail: '',
    value,
  }));
}

const COLUMNS = sql`figure, partner, kind, account, detail`;
/** As lists for `unnest`. */
const listsStatement = (figures: readonly FigureOf[]): Statement =>
  FIGURE_COLUMNS.map((column) => sql`${figures.map((figure) => figure[column])}::text[]`).reduce(
    (all, list) => sql`${all}, ${list}`,
  );

async function rollUpDay(tx: Tx, day: string, parts = DAY_PARTS): Promise<void> {
  const dayBefore = addDays(day, -1);
  const known = await figuresBetween(tx, ['sign-ups', 'balance'], dayBefore, day);
  const wasCounted = known.some((one) => one.figure === 'sign-ups' && one.day === day);
  const rows = await tx.many<Omit<CountedFigure, 'value'> & { value: string }>(figuresStatement(day, parts));
  const counted = rows.map((row) => ({ ...row, value: Number(row.value) }));
  const figures = [
    ...counted.filter((figure) => !wasCounted || canBeCountedAgain(figure)),
    ...(parts.includes('money')
      ? balancesAfter(
          known.filter((one) => one.figure === 'balance' && one.day === dayBefore),
          counted,
        )
      : []),
  ];
  await tx.run(sql`
    insert into daily_figures (${COLUMNS}, day, value)
    select ${COLUMNS}, ${day}::date, value
    from unnest(${listsStatement(figures)}, ${figures.map(({ value }) => value)}::bigint[]) as f (${COLUMNS}, value)
    on conflict do nothing`);
}

/** Returns the number of days added. A part of a day that fails doesn't keep the others, or later days. */
export async function rollUpDays(database: Database, at: Date): Promise<number> {
  const first = await nextDay(database);
  const days = first === null ? [] : daysFrom(first, lastWholeDay(at)).slice(0, DAYS_AT_ONCE);
  await doEach([
    () => rollUpParts(database, [], at),
    ...days.map(
      (day) => () =>
        rollUpParts(
          database,
          DAY_PARTS.map((part) => `${day} ${part}`),
          at,
        ),
    ),
  ]);
  return days.length;
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Parts of one day, or those that failed before. */
const rollUpParts = (database: Database, items: readonly string[], at: Date): Promise<number> =>
  processItems(database, at, {
    job: 'rollups',
    find: () => withoutSetAside(database, 'rollups', items, at),
    process: (parts) =>
      database.transaction(async (tx) => {
        const [day = ''] = parts[0]?.split(' ') ?? [];
        const isOf = (part: DayPart) => parts.includes(`${day} ${part}`);
        // Balances follow from the day before.
        if (isOf('money') && (await hasFailed(tx, 'rollups', `${addDays(day, -1)} money`)))
          throw new Error('The balances of the day before are missing.');
        await rollUpDay(tx, day, DAY_PARTS.filter(isOf));
        return parts.length;
      }),
  });

/** Recounts the days whose rows are still stored, and keeps the figures that can't be recounted. Returns the number of days. */
export async function rebuildRollups(tx: Tx, at: Date): Promise<number> {
  const firstWholeDay = addDays(southAfricanDate(addMonths(at, -EVENTS_KEPT_MONTHS)), 1);
  const stored = await tx.many<FigureOf & { day: string }>(sql`
    select ${COLUMNS}, min(day)::text as day from daily_figures where day >= ${firstWholeDay} group by ${COLUMNS}`);
  // Panelists of the first stored days may have left since.
  const [first = firstWholeDay] = [await firstDay(tx), ...stored.map(({ day }) => day)]
    .filter((day) => day !== null)
    .sort();
  const countedAgain = stored.filter(canBeCountedAgain);
  await tx.run(sql`
    delete from daily_figures where day >= ${firstWholeDay} and (${COLUMNS}) in (select * from unnest(${listsStatement(countedAgain)}))`);
  let days = 0;
  for (let day = first < firstWholeDay ? firstWholeDay : first; day <= lastWholeDay(at); day = addDays(day, 1)) {
    await rollUpDay(tx, day);
    days += 1;
  }
  return days;
}

type CountedFigure = FigureOf & { readonly value: number };
export type DailyFigure = CountedFigure & { readonly day: string };

/** Oldest first. */
export const figuresBetween = async (
  db: Queries,
  figures: readonly string[],
  from: string,
  to: string,
): Promise<DailyFigure[]> =>
  (
    await db.many<Omit<DailyFigure, 'value'> & { value: string }>(sql`
      select ${COLUMNS}, day::text as day, value from daily_figures
      where figure = any(${figures}::text[]) and day between ${from} and ${to} order by day`)
  ).map((row) => ({ ...row, value: Number(row.value) }));

export const sumOf = (figures: readonly DailyFigure[], pick: (figure: DailyFigure) => boolean): number =>
  figures.reduce((sum, figure) => (pick(figure) ? sum + figure.value : sum), 0);

const rebuildFigures: Implementation = {
  async perform({ deps, at }) {
    return {
      message: 'The figures are counted again.',
      // Later, because all audited work waits until a transaction with an audit row ends.
      afterCommit: async () => {
        const days = await deps.database.transaction((tx) => rebuildRollups(tx, at));
        return { lines: [`${days} days`] };
      },
    };
  },
};

export const figureOperations = { 'rebuild-figures': rebuildFigures };
