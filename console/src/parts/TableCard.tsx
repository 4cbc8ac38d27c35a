import type { Paged } from '@panel/domain/console/values';
import type { ReactNode } from 'react';
import { Card, type CardProps } from './Card.tsx';
import { DataTable, type DataTableProps, Pager } from './DataTable.tsx';

type TableCardProps<Row> = Omit<CardProps, 'flush' | 'children'> &
  Omit<DataTableProps<Row>, 'caption' | 'rows'> & {
    /** The table's name; without it, the title. */
    caption?: string;
    /** All of them, or one page of them. */
    rows: readonly Row[] | Paged<Row>;
    /** Where the server stops counting the rows. */
    countedUpTo?: number;
    above?: ReactNode;
    below?: ReactNode;
  };

const isPaged = <Row,>(rows: readonly Row[] | Paged<Row>): rows is Paged<Row> => 'rows' in rows;

/** A card that has one table, with links to its other pages. */
export function TableCard<Row>(props: TableCardProps<Row>) {
  const { title, caption = title, rows, countedUpTo, above, below } = props;
  return (
    <Card {...props} flush>
      {above}
      <DataTable {...props} caption={caption} rows={isPaged(rows) ? rows.rows : rows} />
      {isPaged(rows) && rows.total > rows.rows.length && <Pager list={rows} countedUpTo={countedUpTo} />}
      {below}
    </Card>
  );
}
