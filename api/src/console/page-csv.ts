/** The tables of the pages as CSV, with the same numbers. */
import type { PageData, PageName, TableOf } from '@panel/domain/console/pages';
import { isOverReconciled } from '@panel/domain/console/quality-page';

type Cell = string | number | boolean | null;
type Row = Readonly<Record<string, Cell>>;

/** Converts cents to rand with two decimals, and puts the unit in the column name. */
export const inRand = <Given extends Row>(
  rows: readonly Given[],
  ...amounts: readonly (string & keyof Given)[]
): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        amounts.includes(name)
          ? [`${name}Rand`, value === null ? null : (Number(value) / 100).toFixed(2)]
          : [name, value],
      ),
    ),
  );

/** Flattens each table into rows. */
const TABLES: {
  readonly [Page in PageName]: Readonly<Record<TableOf<Page>, (data: PageData[Page]) => readonly Row[]>>;
} = {
  today: {
    days: ({ days, daysBefore }) => inRand([...daysBefore, ...days], 'paidOut'),
    connections: ({ connections }) => connections.map(({ halfHours, ...connection }) => connection),
  },
  panel: {
    growth: ({ growth }) => growth,
    composition: ({ composition: { answers, answered } }) => answers.map((answer) => ({ ...answer, answered })),
    crossed: ({ crossed }) =>
      crossed.rows.flatMap(({ label, people }) =>
        crossed.columns.map((column, index) => ({
          row: label,
          column,
          people: people[index] ?? 0,
          answered: crossed.answered,
        })),
      ),
    cohorts: ({ cohorts }) =>
      cohorts.flatMap(({ active, ...cohort }) =>
        [...active.keys(), null].map((index) => ({
          ...cohort,
          monthsAfter: index === null ? 0 : index + 1,
          active: index === null ? cohort.people : (active[index] ?? 0),
        })),
      ),
  },
  quality: {
    scores: ({ scores }) => scores,
    months: ({ months }) => months.map((month) => ({ ...month, isOverReconciled: isOverReconciled(month) })),
  },
  sample: {
    narrowing: ({ narrowing }) => narrowing,
    quota: ({ quota }) =>
      quota?.rows.flatMap(({ label, cells }) =>
        cells.map((cell, index) => ({ row: label, column: quota.columns[index]?.label ?? '', ...cell })),
      ) ?? [],
    tasks: ({ tasks }) => tasks,
    task: ({ task }) => task?.progress ?? [],
  },
  partners: {
    partners: ({ partners }) => inRand(partners, 'owedByPartner', 'rewards'),
    weeks: ({ weeks }) => weeks.flatMap(({ week, partners }) => partners.map((figures) => ({ week, ...figures }))),
    months: ({ months }) =>
      months.flatMap(({ month, open, partners }) => partners.map((figures) => ({ month, open, ...figures }))),
    callbacks: ({ callbacks }) => callbacks,
    codes: ({ codes }) => codes,
    'late-ends': ({ lateEnds }) => lateEnds,
  },
  codes: {
    unknown: ({ unknown }) => unknown,
    mapped: ({ mapped }) => mapped,
    'built-in': ({ builtIn }) => builtIn,
    sessions: ({ open }) => open?.list.rows ?? [],
  },
  money: {
    liability: ({ liabilityOverTime }) => inRand(liabilityOverTime, 'available', 'pending', 'reserved', 'unclaimed'),
    flows: ({ flows }) => inRand(flows, 'owedByPartners', 'accepted', 'paidOut'),
    payouts: ({ payouts }) =>
      inRand(
        payouts.map(({ state, ages: [under15Minutes, upTo1Hour, upTo24Hours, longer], amount }) => ({
          state,
          under15Minutes,
          upTo1Hour,
          upTo24Hours,
          longer,
          amount,
        })),
        'amount',
      ),
    'needs-review': ({ needsReview }) => inRand(needsReview, 'amount'),
    settlement: ({ settlement }) => inRand(settlement?.rows ?? [], 'amount'),
    statements: ({ statements }) =>
      statements.flatMap(({ statement, dueOn, isWaived, proposal, ...ours }): Row[] =>
        statement
          ? inRand(
              statement.rows.map((row) => ({ ...ours, ...row })),
              'amount',
            )
          : [ours],
      ),
    exposure: ({ exposure }) => inRand(exposure, 'amount'),
  },
  settlement: {
    rows: ({ rows }) =>
      inRand(
        rows.rows.map(({ asked, toWriteOff, payout, ...row }) => ({ ...row, askedBy: asked?.by ?? null })),
        'ours',
        'theirs',
      ),
  },
  statement: { rows: ({ rows }) => inRand(rows.rows, 'amount') },
  people: {},
  disputes: { disputes: ({ disputes }) => inRand(disputes.rows, 'amount') },
  audit: {},
  proposal: {},
  sessions: {},
};

/** Without it, Excel doesn't read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Null if the page has no such table. */
export function csvOf<Page extends PageName>(page: Page, table: string, data: PageData[Page]): string | null {
  const tables = TABLES[page] as Readonly<Record<string, (data: PageData[Page]) => readonly Row[]>>;
  if (!Object.hasOwn(tables, table)) return null;
  return csvText(tables[table]?.(data) ?? []);
}

export function csvText(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  return BYTE_ORDER_MARK + lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');
}

/**
 * An apostrophe stops a spreadsheet from running text as a formula; negative amounts aren't formulas. A South African spreadsheet
 * starts a cell at each semicolon, even within quotes.
 */
function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const isAmount = /^-\d+\.\d\d$/.test(value);
  const plain = isAmount ? value : value.replace(/(^|[;\t|\r\n])(?=[=+\-@\t\r])/g, "$1'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
