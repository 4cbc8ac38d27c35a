import { count, sum } from '../format.ts';
import tableStyles from '../parts/DataTable.module.css';
import { HeatTable, heatClass } from './HeatTable.tsx';

type HeatGridProps = {
  caption: string;
  head: string;
  columns: readonly string[];
  rows: readonly { label: string; values: readonly number[] }[];
  /** Whether each person is in one column of a row, or one row of a column. Only then does a sum count people. */
  hasRowSums: boolean;
  hasColumnSums: boolean;
  /** Shown as a table: the colour is taken away. */
  isPlain?: boolean;
};

/** Two questions at once: a table first, colour second, and sums where they count people. */
export function HeatGrid({ caption, head, columns, rows, hasRowSums, hasColumnSums, isPlain = false }: HeatGridProps) {
  const max = Math.max(...rows.flatMap(({ values }) => values), 1);
  return (
    <HeatTable label={caption}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {[...columns, ...(hasRowSums ? ['All'] : [])].map((column) => (
            <th key={column} scope="col" className={tableStyles.number}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, values }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {values.map((value, index) => (
              <td key={columns[index]} className={isPlain ? tableStyles.number : heatClass(value, max)}>
                {count(value)}
              </td>
            ))}
            {hasRowSums && (
              <td className={tableStyles.number}>
                <b>{count(sum(values))}</b>
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {hasColumnSums && (
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {columns.map((column, index) => (
              <td key={column} className={tableStyles.number}>
                {count(sum(rows.map(({ values }) => values[index] ?? 0)))}
              </td>
            ))}
            {hasRowSums && <td className={tableStyles.number}>{count(sum(rows.flatMap(({ values }) => values)))}</td>}
          </tr>
        </tfoot>
      )}
    </HeatTable>
  );
}
