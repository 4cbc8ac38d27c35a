/** The quota grid of a sample. Each cell has the completes wanted, the people to draw and the people available. */
import type { QuotaCell, QuotaGridData } from '@panel/domain/console/sample-page';
import { OperatorError } from '../console/operation.ts';
import { COUNTED_QUESTIONS, countedOptions, labelOf } from './questions.ts';
import { cellOf } from './sample.ts';

export type Quota = {
  /** One or two of age and the single-answer questions. */
  readonly questions: readonly string[];
  /** Completes wanted by cell, for cells that were set by hand. */
  readonly targets: ReadonlyMap<string, number>;
};

const MAX_WANTED = 100_000;

export function parseQuota(query: URLSearchParams): Quota | null {
  const questions = ['quotaRow', 'quotaColumn'].flatMap((name) => query.get(name) || []);
  if (questions.length === 0) return null;
  if (!query.get('quotaRow')) throw new OperatorError('Choose the rows of the quotas before the columns.');
  if (new Set(questions).size < questions.length)
    throw new OperatorError('Choose two different questions for the quotas.');
  for (const id of questions)
    if (!COUNTED_QUESTIONS.get(id)?.hasOneAnswer)
      throw new OperatorError(`Quotas can't use ${id}. Choose a question with one answer.`);
  const targets = new Map<string, number>();
  for (const text of query.getAll('cell')) {
    const parts = text.split(':');
    const [cell, wanted] = [parts.slice(0, -1).join(':'), parts.at(-1) ?? ''];
    if (!/^\d{1,6}$/.test(wanted) || Number(wanted) > MAX_WANTED)
      throw new OperatorError(`Unknown quota cell: ${text}.`);
    targets.set(cell, Number(wanted));
  }
  const cells = codesOf(questions).map(cellOf);
  for (const cell of targets.keys()) if (!cells.includes(cell)) throw new OperatorError(`Unknown quota cell: ${cell}.`);
  return { questions, targets };
}

/** The codes of each cell, row by row. */
function codesOf([row = '', column]: readonly string[]): string[][] {
  const rows = countedOptions(row).map(({ code }) => code);
  return column === undefined
    ? rows.map((code) => [code])
    : rows.flatMap((code) => countedOptions(column).map((option) => [code, option.code]));
}

/** Splits a whole by weight. The largest remainders get what rounding leaves, so that the parts add up. */
function apportion(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (whole * weight) / sum);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((total, part) => total + part, 0);
  const byRemainder = exact.map((value, index) => [value % 1, index] as const).sort(([a, i], [b, j]) => b - a || i - j);
  for (const [, index] of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

type Cells = ReadonlyMap<string, QuotaCell>;

/** How many people to draw to get `wanted` completes. */
const peopleToDraw = (wanted: number, finishShare: number): number => Math.ceil(wanted / finishShare);

/** Cells without a target share the rest in proportion to the people available. */
export function cellsOf(
  quota: Quota | null,
  wanted: number,
  finishShare: number,
  available: ReadonlyMap<string, number>,
): Cells {
  const names = quota ? codesOf(quota.questions).map(cellOf) : [''];
  const there = names.map((name) => available.get(name) ?? 0);
  const targets = names.map((name) => quota?.targets.get(name));
  const left = Math.max(0, wanted - targets.reduce((sum: number, target) => sum + (target ?? 0), 0));
  const shares = apportion(
    left,
    there.map((people, index) => (targets[index] === undefined ? people : 0)),
  );
  return new Map(
    names.map((name, index) => {
      const target = targets[index] ?? shares[index] ?? 0;
      return [name, { wanted: target, needed: peopleToDraw(target, finishShare), available: there[index] ?? 0 }];
    }),
  );
}

/** The grid for the page, without empty rows and columns. */
export function gridOf({ questions }: Quota, cells: Cells): QuotaGridData {
  const [row, column] = questions.map((id) => ({ id, label: labelOf(id) }));
  const cellAt = (codes: readonly string[]): QuotaCell =>
    cells.get(cellOf(codes)) ?? { wanted: 0, needed: 0, available: 0 };
  const isUsed = ({ wanted, available }: QuotaCell) => wanted > 0 || available > 0;
  const rowOptions = countedOptions(questions[0] ?? '');
  const columns = column
    ? countedOptions(column.id).filter((option) => rowOptions.some(({ code }) => isUsed(cellAt([code, option.code]))))
    : [{ code: '', label: 'Everybody' }];
  const rows = rowOptions.map(({ code, label }) => ({
    code,
    label,
    cells: columns.map((option) => cellAt(column ? [code, option.code] : [code])),
  }));
  return {
    row: row ?? { id: '', label: '' },
    column: column ?? null,
    columns: columns.map(({ code, label }) => ({ code, label })),
    rows: rows.filter((each) => each.cells.some(isUsed)),
  };
}

/** Takes people in the order of the draw until each cell is full. Leaves out people who are in no cell. */
export function fillCells<Person extends { readonly cell: string }>(people: readonly Person[], cells: Cells): Person[] {
  const left = new Map([...cells].map(([name, { needed }]) => [name, needed]));
  return people.filter(({ cell }) => {
    const room = left.get(cell) ?? 0;
    if (room > 0) left.set(cell, room - 1);
    return room > 0;
  });
}
