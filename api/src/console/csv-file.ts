import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse';
import { MAX_OUTSIDE_TEXT, outsideText } from '../platform/security/outside-text.ts';
import { inputOf, type OperationRun, OperatorError } from './operation.ts';
import { InvalidInputs } from './run-operation.ts';

/** A few milliseconds of parsing, before other requests get a turn. */
const CHUNK_BYTES = 64 * 1024;

/** In characters. No row of a partner or the issuer is this long. */
const MAX_ROW_LENGTH = 10_000;
const ROW_ENDS = ['\r\n', '\n', '\r'];
const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = Buffer.from('\n\r"');

/** Refuses a row that is too long before it is parsed: the parser takes seventy times the size of a row of empty cells. */
function refuseLongRows(text: string): void {
  let [line, rowLine, rowStart, isQuoted] = [1, 1, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (at - rowStart > MAX_ROW_LENGTH)
      throw new OperatorError(
        `The row on line ${rowLine} has more than ${MAX_ROW_LENGTH} characters. Nothing was stored.`,
      );
    const code = text.charCodeAt(at);
    // A quote inside a quoted cell is doubled, so counting both changes nothing.
    if (code === QUOTE) isQuoted = !isQuoted;
    const isLineEnd = code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
    if (isLineEnd) line += 1;
    if (isLineEnd && !isQuoted) [rowStart, rowLine] = [at + 1, line];
  }
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
    await nextTurn();
  }
}

type CsvFormat<Column extends string> = Pick<Options, 'delimiter' | 'relax_column_count'> & {
  /** The columns to read. Others are skipped. */
  readonly columns: readonly Column[];
  /** Columns that may be missing; their cells are then ''. */
  readonly optional?: readonly Column[];
};
type Cells<Column extends string> = Readonly<Record<Column, string>>;
type Refuse = (why: string) => OperatorError;

/** Reads each row of an uploaded CSV file with `rowOf`. One bad row rejects the whole file, and the error names its line. */
export async function readCsvFile<Column extends string, Row>(
  text: string,
  { columns, optional = [], ...format }: CsvFormat<Column>,
  rowOf: (cells: Cells<Column>, refuse: Refuse) => Row,
): Promise<Row[]> {
  refuseLongRows(text);
  const parser = parse({
    ...format,
    record_delimiter: ROW_ENDS,
    bom: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    columns: (header: string[]) => {
      const missing = columns.find((name) => !optional.includes(name) && !header.includes(name));
      if (missing) throw new OperatorError(`The file has no column ${missing}.`);
      return header.map((name) => columns.some((column) => column === name) && name);
    },
  });
  const rows: Row[] = [];
  try {
    for await (const { record, info } of Readable.from(chunksOf(text)).pipe(parser)) {
      const refuse: Refuse = (why) =>
        new OperatorError(`Line ${info.lines} can’t be read: ${why}. Nothing was stored.`);
      for (const column of columns) record[column] = cellOf(record[column] ?? '', column, refuse);
      rows.push(rowOf(record, refuse));
    }
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The file can’t be read: ${(error as Error).message}`);
  }
  return rows;
}

function cellOf(text: string, column: string, refuse: Refuse): string {
  if (text.length > MAX_OUTSIDE_TEXT) throw refuse(`${column} is longer than ${MAX_OUTSIDE_TEXT} characters`);
  if (outsideText(text) !== text) throw refuse(`${column} has a character that can’t be stored`);
  return text;
}

/** An operator uploads an implausible file only by saying so. */
export function requirePlausible(run: OperationRun, implausible: readonly string[]): void {
  if (implausible.length === 0 || inputOf(run, 'anyway') === 'yes') return;
  const message = [...implausible, 'Nothing was stored. Upload it anyway?'].join(' ');
  throw new InvalidInputs([{ field: 'anyway', message }]);
}
