import type { SamplePage } from '@panel/domain/console/panel-pages';
import { count, sum } from '../format.ts';
import { Scroller } from '../parts/DataTable.tsx';
import { Bar } from './Bar.tsx';

export type Quota = NonNullable<SamplePage['quota']>;

/** How many each cell needs to ask, and how many there are; a cell that is short says so in words. */
export function QuotaGrid({ quota }: { quota: Quota }) {
  const { row, column, columns, rows } = quota;
  const total = (cells: Quota['rows'][number]['cells']) =>
    `${count(sum(cells.map(({ wanted }) => wanted)))} of ${count(sum(cells.map(({ available }) => available)))}`;
  const columnCells = (index: number) => rows.flatMap(({ cells }) => cells.slice(index, index + 1));
  return (
    <Scroller label="Quotas">
      <table className="table table--pinned heat quota">
        <caption>
          Quotas by {row.label} and {column.label}
        </caption>
        <thead>
          <tr>
            <th scope="col">{row.label}</th>
            {[...columns, 'All'].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map(({ wanted, needed, available }, index) => {
                const isShort = needed > available;
                return (
                  <td key={columns[index]} className={isShort ? 'number quota__cell short' : 'number quota__cell'}>
                    <span className="figure">
                      {count(wanted)} <small>wanted</small>
                    </span>
                    <Bar share={needed / Math.max(available, 1)} size="thin" {...(isShort && { tone: 'wait' })} />
                    <small>
                      {isShort
                        ? `needs ${count(needed)}, has ${count(available)}: ${count(needed - available)} short`
                        : `asks ${count(needed)} of ${count(available)}`}
                    </small>
                  </td>
                );
              })}
              <td className="number">{total(cells)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {columns.map((name, index) => (
              <td key={name} className="number">
                {total(columnCells(index))}
              </td>
            ))}
            <td className="number">{total(rows.flatMap(({ cells }) => cells))}</td>
          </tr>
        </tfoot>
      </table>
    </Scroller>
  );
}
