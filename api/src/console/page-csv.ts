/** Tables as CSV. */

type Cell = string | number | boolean | null;
export type CsvRow = Readonly<Record<string, Cell>>;

/** Converts cents to rand with two decimals, and puts the unit in the column name. */
export const inRand = <Given extends CsvRow>(
  rows: readonly Given[],
  ...amounts: readonly (string & keyof Given)[]
): CsvRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        amounts.includes(name)
          ? [`${name}Rand`, value === null ? null : (Number(value) / 100).toFixed(2)]
          : [name, value],
      ),
    ),
  );

/** Without it, Excel doesn't read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export function csvText(rows: readonly CsvRow[]): string {
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
