/** Rules about the files that operators upload: what is implausible, and when a statement is overdue. */
import { addMonthsTo } from '../calendar.ts';
import { countText } from './count-text.ts';
import type { CountAndAmount } from './values.ts';

/** A file is implausible if its number of rows or its total is further from our records than this share. */
const MAX_DIFFERENCE = 0.1;
/** Differences up to these are normal, however few rows a file has. */
const ROWS_FLOOR = 10;
export const RAND_FLOOR_CENTS = 100_000;
export const USD_FLOOR_MICROS = 50_000_000;

const isFarFrom = (given: number, expected: number, floor: number): boolean =>
  Math.abs(given - expected) > Math.max(floor, MAX_DIFFERENCE * expected);

/** `total` is null if the file has no prices. */
type FileSize = { readonly rows: number; readonly total: number | null };
type Total = { readonly floor: number; readonly format: (total: number) => string };

/** What is implausible about a file, as sentences; empty if nothing is. */
export function implausibleIn(file: FileSize, ours: FileSize, { floor, format }: Total): string[] {
  const isTotalFar = file.total !== null && ours.total !== null && isFarFrom(file.total, ours.total, floor);
  return [
    ...(isFarFrom(file.rows, ours.rows, ROWS_FLOOR)
      ? [`This file has ${countText(file.rows, 'row')}; we expected about ${ours.rows}.`]
      : []),
    ...(isTotalFar ? [`Its total is ${format(file.total)}; we expected about ${format(ours.total)}.`] : []),
  ];
}

/** How many rows of a file have each verdict, and what they add up to. */
export type ByVerdict<Verdict extends string> = Partial<Record<Verdict, CountAndAmount>>;

export function countByVerdict<Verdict extends string>(
  rows: readonly { readonly verdict: Verdict; readonly amount: bigint }[],
): ByVerdict<Verdict> {
  const counted: ByVerdict<Verdict> = {};
  for (const { verdict, amount } of rows) {
    const { count, amount: sofar } = counted[verdict] ?? { count: 0, amount: 0 };
    counted[verdict] = { count: count + 1, amount: sofar + Number(amount) };
  }
  return counted;
}

export const everyVerdict = <Verdict extends string>(verdicts: readonly Verdict[], counted: ByVerdict<Verdict>) =>
  verdicts.map((verdict) => ({ verdict, ...(counted[verdict] ?? { count: 0, amount: 0 }) }));

/** Assumption: partner-statements. Partners send the statement of a month by this day of the next one. */
const STATEMENT_DUE_DAY = '10';
export const statementDueOn = (month: string): string => `${addMonthsTo(month, 1)}-${STATEMENT_DUE_DAY}`;
export const isStatementOverdue = (month: string, today: string): boolean => today > statementDueOn(month);
