import type { QuotaGridData as Quota, QuotaCell } from '@panel/domain/console/sample-page';
import { count, sum } from '../format.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { Bar } from './Bar.tsx';
import styles from './QuotaGrid.module.css';

type Row = Quota['rows'][number];
type QuotaGridProps = { quota: Quota; onWanted: (row: string, column: string, wanted: number | null) => void };

const total = (cells: readonly QuotaCell[]) =>
  `${count(sum(cells.map(({ wanted }) => wanted)))} of ${count(sum(cells.map(({ available }) => available)))}`;

const isShort = ({ needed, available }: QuotaCell): boolean => needed > available;

/** How many each cell wants and needs to ask, and how many there are; a cell that is short says so in words. */
export function QuotaGrid({ quota: { row, column, columns, rows }, onWanted }: QuotaGridProps) {
  const all = { head: 'All', isNumber: true, cell: ({ cells }: Row) => total(cells) };
  return (
    <DataTable
      caption={column ? `Quotas by ${row.label} and ${column.label}` : `Quotas by ${row.label}`}
      isHeat
      rows={rows}
      rowKey={({ code }) => code}
      columns={[
        { head: row.label, cell: ({ label }) => label, foot: 'All' },
        ...columns.map(({ code, label: head }, index) => {
          const cellOf = ({ cells }: Row) => cells.slice(index, index + 1);
          return {
            head,
            isNumber: true,
            cell: (each: Row) =>
              cellOf(each).map((cell) => (
                <Cell
                  key={code}
                  cell={cell}
                  name={column ? `${each.label}, ${head}` : each.label}
                  onWanted={(wanted) => onWanted(each.code, code, wanted)}
                />
              )),
            cellClass: (each: Row) => `${styles.cell} ${cellOf(each).some(isShort) ? styles.short : ''}`,
            foot: total(rows.flatMap(cellOf)),
          };
        }),
        ...(column ? [{ ...all, foot: total(rows.flatMap(({ cells }) => cells)) }] : []),
      ]}
    />
  );
}

type CellProps = { cell: QuotaCell; name: string; onWanted: (wanted: number | null) => void };

function Cell({ cell, name, onWanted }: CellProps) {
  const { wanted, needed, available } = cell;
  return (
    <>
      <div className={styles.figure}>
        <NumberField
          label={`Wanted: ${name}`}
          value={String(wanted)}
          min={0}
          max={99_999}
          isInline
          onChange={(text) => onWanted(text === '' ? null : Number(text))}
        />
        <small>wanted</small>
      </div>
      <Bar share={needed / Math.max(available, 1)} tone={isShort(cell) ? 'wait' : undefined} isThin />
      <small>
        {isShort(cell)
          ? `needs ${count(needed)}, has ${count(available)}: ${count(needed - available)} short`
          : `invites ${count(needed)} of ${count(available)}`}
      </small>
    </>
  );
}
