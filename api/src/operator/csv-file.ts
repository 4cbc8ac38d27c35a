import { type Options, parse } from 'csv-parse/sync';
import { OperatorError } from './operation.ts';

/** The rows of an uploaded CSV file, by the names in its header. */
export function parseCsvFile(
  text: string,
  requiredColumns: readonly string[],
  options: Pick<Options, 'delimiter' | 'relax_column_count'>,
): Readonly<Record<string, string | undefined>>[] {
  try {
    return parse(text, {
      ...options,
      bom: true,
      skip_empty_lines: true,
      trim: true,
      columns: (header: string[]) => {
        const missing = requiredColumns.find((name) => !header.includes(name));
        if (missing) throw new OperatorError(`The file has no column ${missing}.`);
        return header;
      },
    });
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The file can’t be read: ${(error as Error).message}`);
  }
}
