import type { Paged } from '@panel/domain/console/values';
import { Button } from '@panel/ui/Button';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { count, countUpTo } from '../format.ts';
import styles from './DataTable.module.css';

type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** The cell of the sum below. */
  foot?: ReactNode;
  isNumber?: boolean;
  isAction?: boolean;
  /** Where it is in a card on a phone: at the end of its first line, or below it without its head. */
  onPhone?: 'top' | 'below';
  /** More classes of a cell, as for its colour. */
  cellClass?: (row: Row) => string | undefined;
};

type DataTableProps<Row> = {
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
const classOf = ({ isNumber, isAction, onPhone }: Column<never>): string | undefined =>
  classes(isNumber && styles.number, isAction && styles.action, onPhone && styles[onPhone]);
/** Left out of a card on a phone. */
const NOTHING = '–';

/** One of seven steps of colour, by the share of the max. The number in the cell says the same. */
export const heatClass = (value: number, max: number): string | undefined =>
  classes(styles.cell, styles[`heat${Math.min(6, Math.floor((7 * value) / (max || 1)))}`]);

/** A plain table: its head stays in sight, its first cell is the row's header. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    isWaiting,
    narrow = 'pinned',
    groupOf,
    columnGroups,
    isHeat,
    empty = 'No data yet.',
  } = props;
  if (rows.length === 0 && empty === null) return null;
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
                  return at === 0 ? (
                    <th key={column.head} scope="row" className={classOf(column)}>
                      {cell}
                    </th>
                  ) : (
                    <td
                      key={column.head}
                      className={classes(classOf(column), cell === NOTHING && styles.nothing, column.cellClass?.(row))}
                      data-head={column.head}
                    >
                      {cell}
                    </td>
                  );
                })}
              </tr>,
            ];
          })}
        </tbody>
        {rows.length > 0 && columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.head} scope="row">
                    {column.foot}
                  </th>
                ) : (
                  <td key={column.head} className={classOf(column)}>
                    {column.foot}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroller>
  );
}

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
export function Pager({ list, countedUpTo }: { list: Paged<unknown>; countedUpTo?: number }) {
  const address = useAddress();
  const go = (cursor: string | null) => navigate(withQuery(address, { cursor }));
  return (
    <div className={styles.pager}>
      <span>
        {count(list.rows.length)} of {countUpTo(list.total, countedUpTo)}
      </span>
      <Button tone="plain" small disabled={!list.newer} onClick={() => go(list.newer)}>
        Newer
      </Button>
      <Button tone="plain" small disabled={!list.older} onClick={() => go(list.older)}>
        Older
      </Button>
    </div>
  );
}
