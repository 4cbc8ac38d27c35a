import type { QuotaGridData as Quota, QuotaCell } from '@panel/domain/console/sample-page';
import { count, sum } from '../format.ts';
import tableStyles from '../parts/DataTable.module.css';
import fieldStyles from '../parts/fields.module.css';
import { useTyped } from '../parts/use-typed.ts';
import { Bar } from './Bar.tsx';
import { HeatTable } from './HeatTable.tsx';
import styles from './QuotaGrid.module.css';

type QuotaGridProps = { quota: Quota; onWanted: (row: string, column: string, wanted: number) => void };

const total = (cells: readonly QuotaCell[]) =>
  `${count(sum(cells.map(({ wanted }) => wanted)))} of ${count(sum(cells.map(({ available }) => available)))}`;

/** How many each cell wants and needs to ask, and how many there are; a cell that is short says so in words. */
export function QuotaGrid({ quota, onWanted }: QuotaGridProps) {
  const { row, column, columns, rows } = quota;
  const columnCells = (index: number) => rows.flatMap(({ cells }) => cells.slice(index, index + 1));
  return (
    <HeatTable
      label="Quotas"
      caption={column ? `Quotas by ${row.label} and ${column.label}` : `Quotas by ${row.label}`}
    >
      <thead>
        <tr>
          <th scope="col">{row.label}</th>
          {columns.map(({ code, label }) => (
            <th key={code} scope="col" className={tableStyles.number}>
              {label}
            </th>
          ))}
          {column && (
            <th scope="col" className={tableStyles.number}>
              All
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, label, cells }) => (
          <tr key={code}>
            <th scope="row">{label}</th>
            {cells.map((cell, index) => {
              const { code: columnCode = '', label: columnLabel = '' } = columns[index] ?? {};
              return (
                <Cell
                  key={columnCode}
                  cell={cell}
                  name={column ? `${label}, ${columnLabel}` : label}
                  onWanted={(wanted) => onWanted(code, columnCode, wanted)}
                />
              );
            })}
            {column && <td className={tableStyles.number}>{total(cells)}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {columns.map(({ code }, index) => (
            <td key={code} className={tableStyles.number}>
              {total(columnCells(index))}
            </td>
          ))}
          {column && <td className={tableStyles.number}>{total(rows.flatMap(({ cells }) => cells))}</td>}
        </tr>
      </tfoot>
    </HeatTable>
  );
}

type CellProps = { cell: QuotaCell; name: string; onWanted: (wanted: number) => void };

function Cell({ cell: { wanted, needed, available }, name, onWanted }: CellProps) {
  const [text, setText] = useTyped(String(wanted));
  const isShort = needed > available;
  const isValid = /^\d{1,5}$/.test(text);
  const apply = () => {
    if (isValid && Number(text) !== wanted) onWanted(Number(text));
  };
  return (
    <td className={`${tableStyles.number} ${styles.cell} ${isShort ? styles.short : ''}`}>
      <span className={styles.figure}>
        <input
          className={`${fieldStyles.input} ${styles.wanted}`}
          inputMode="numeric"
          aria-label={`Wanted: ${name}`}
          aria-invalid={isValid ? undefined : true}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
        />{' '}
        <small>wanted</small>
      </span>
      <Bar share={needed / Math.max(available, 1)} size="thin" {...(isShort && { tone: 'wait' })} />
      <small>
        {isShort
          ? `needs ${count(needed)}, has ${count(available)}: ${count(needed - available)} short`
          : `invites ${count(needed)} of ${count(available)}`}
      </small>
    </td>
  );
}
