import type { Paged } from '@panel/domain/console/values';
import { Button } from '@panel/ui/Button';
import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { count, countUpTo, sum } from '../format.ts';
import styles from './DataTable.module.css';

type ColumnOfAny<Row> = {
  head: string;
  /** The cell of the sum below. */
  foot?: ReactNode;
  /** Where it is in a card on a phone: at the end of its first line, or below it without its head. */
  onPhone?: 'top' | 'below';
  /** More classes of a cell, as for its colour. */
  cellClass?: (row: Row) => string | undefined;
};
type ColumnOfCells<Row> = ColumnOfAny<Row> & {
  cell: (row: Row) => ReactNode;
  /** Smaller, below the cell. */
  note?: (row: Row) => ReactNode;
  isNumber?: boolean;
  isAction?: boolean;
};
type ColumnOfNumbers<Row> = ColumnOfAny<Row> & {
  /** Null is a dash, undefined leaves the cell empty. */
  value: (row: Row) => number | null | undefined;
  /** A count, unless it says otherwise. */
  format?: (value: number) => ReactNode;
  /** Adds them up in the foot. */
  isSummed?: boolean;
  /** Gives the cells a colour, the strongest from this value on. */
  strongestFrom?: number | undefined;
};
type Column<Row> = ColumnOfCells<Row> | ColumnOfNumbers<Row>;

export type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Marks rows that wait for a person with an orange edge. */
  isWaiting?: (row: Row) => boolean;
  /** Things become cards on a phone; numbers scroll sideways with their first column pinned. */
  narrow?: 'cards' | 'pinned';
  /** Groups rows under headings. */
  groupOf?: (row: Row) => string;
  /** Headings over several columns each. */
  columnGroups?: readonly { head: string; span: number }[];
  /** Its cells have colours, with gaps between them. */
  isHeat?: boolean;
  /** Said instead of rows; null to leave out the table. */
  empty?: ReactNode;
};

const classes = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
const classOf = ({ isNumber, isAction, onPhone }: ColumnOfCells<never>): string | undefined =>
  classes(isNumber && styles.number, isAction && styles.action, onPhone && styles[onPhone]);
/** Left out of a card on a phone. */
const NOTHING = '–';

/** One of seven steps of colour. The number in the cell says the same. */
const heatClass = (value: number, strongestFrom: number): string | undefined =>
  classes(styles.cell, styles[`heat${Math.min(6, Math.floor((7 * value) / (strongestFrom || 1)))}`]);

function cellsOf<Row>(column: Column<Row>, rows: readonly Row[]): ColumnOfCells<Row> {
  if ('cell' in column) return column;
  const { value, format = count, isSummed, strongestFrom, ...rest } = column;
  return {
    ...rest,
    isNumber: true,
    cell: (row) => {
      const number = value(row);
      return number === null ? NOTHING : number !== undefined && format(number);
    },
    ...(isSummed && { foot: format(sum(rows.map((row) => value(row) ?? 0))) }),
    ...(strongestFrom !== undefined && {
      cellClass: (row) => {
        const number = value(row) ?? undefined;
        return number === undefined ? undefined : heatClass(number, strongestFrom);
      },
    }),
  };
}

/** A plain table: its head stays in sight, its first cell is the row's header. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, isWaiting, narrow = 'pinned', groupOf, columnGroups, isHeat } = props;
  const { empty = 'No data yet.' } = props;
  if (rows.length === 0 && empty === null) return null;
  const columns = props.columns.map((column) => cellsOf(column, rows));
  return (
    <Scroller label={caption}>
      <table className={classes(styles.table, styles[narrow], isHeat && styles.heat)}>
        <caption className="visually-hidden">{caption}</caption>
        {columnGroups?.map(({ head, span }) => (
          <colgroup key={head} span={span} />
        ))}
        <thead>
          {columnGroups && (
            <tr>
              {columnGroups.map(({ head, span }) =>
                head ? (
                  <th key={head} scope="colgroup" colSpan={span}>
                    {head}
                  </th>
                ) : (
                  <td key={head} colSpan={span} />
                ),
              )}
            </tr>
          )}
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.isAction ? <span className="visually-hidden">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td className={styles.empty} colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          )}
          {rows.map((row, index) => {
            const group = groupOf?.(row);
            const previous = rows[index - 1];
            const beginsGroup = group !== undefined && (!previous || groupOf?.(previous) !== group);
            return [
              beginsGroup && (
                <tr key={group} className={styles.group}>
                  <th scope="rowgroup" colSpan={columns.length}>
                    {group}
                  </th>
                </tr>
              ),
              <tr key={rowKey(row)} className={isWaiting?.(row) ? styles.wait : undefined}>
                {columns.map((column, at) => {
                  const cell = column.cell(row);
                  const isNothing = cell === NOTHING && styles.nothing;
                  return (
                    <Cell
                      key={column.head}
                      isHead={at === 0}
                      className={classes(classOf(column), isNothing, column.cellClass?.(row))}
                      data-head={column.head}
                    >
                      {column.note ? <CellWithNote cell={cell} note={column.note(row)} /> : cell}
                    </Cell>
                  );
                })}
              </tr>,
            ];
          })}
        </tbody>
        {rows.length > 0 && columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <Cell key={column.head} isHead={at === 0} className={classOf(column)}>
                  {column.foot}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroller>
  );
}

const Cell = ({ isHead, ...rest }: { isHead: boolean } & HTMLAttributes<HTMLTableCellElement>) =>
  isHead ? <th {...rest} scope="row" /> : <td {...rest} />;

const CellWithNote = ({ cell, note }: { cell: ReactNode; note: ReactNode }) => (
  <div>
    {cell}
    {note && <small>{note}</small>}
  </div>
);

/** A tab stop only while it scrolls. */
function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={box}
      className={styles.scroll}
      {...(scrolls && { tabIndex: 0, 'aria-label': `${label}, scrolls sideways` })}
    >
      {children}
    </section>
  );
}

/** Links to newer and older rows, by the server's cursors. `countedUpTo` is where the server stops counting. */
export function Pager({ list, countedUpTo }: { list: Paged<unknown>; countedUpTo?: number | undefined }) {
  const address = useAddress();
  const turn = (label: string, cursor: string | null) => (
    <Button tone="plain" small aria-disabled={!cursor} onClick={() => navigate(withQuery(address, { cursor }))}>
      {label}
    </Button>
  );
  return (
    <div className={styles.pager}>
      <span>
        {count(list.rows.length)} of {countUpTo(list.total, countedUpTo)}
      </span>
      {turn('Newer', list.newer)}
      {turn('Older', list.older)}
    </div>
  );
}
