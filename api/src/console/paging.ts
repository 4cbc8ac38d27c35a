import { MAX_FILE_ROWS } from '@panel/domain/console/pages';
import type { Paged } from '@panel/domain/console/values';
import type { PageCall } from './page.ts';

/** The cursor is the number of rows before the page. For short lists to which rows are only added. */
const positionOf = (query: URLSearchParams): number => {
  const cursor = query.get('cursor') ?? '0';
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
};

export type PageRange = { readonly position: number; readonly size: number };
/** The page that a query asks for. A file has all the rows that fit. */
export const rangeIn = ({ query, isFile }: Pick<PageCall, 'query' | 'isFile'>, size: number): PageRange =>
  isFile ? { position: 0, size: MAX_FILE_ROWS } : { position: positionOf(query), size };

/** The rows of one page, of a list with this many rows. */
export const pageFrom = <Row>(rows: Row[], total: number, { position, size }: PageRange): Paged<Row> => ({
  rows,
  total,
  newer: position > 0 ? String(Math.max(0, position - size)) : null,
  older: position + size < total ? String(position + size) : null,
});

export const pageOf = <Row>(rows: readonly Row[], page: PageRange): Paged<Row> =>
  pageFrom(rows.slice(page.position, page.position + page.size), rows.length, page);

type Place = readonly [at: string, id: number];
const isBefore = ([at, id]: Place, [otherAt, otherId]: Place): boolean =>
  at < otherAt || (at === otherAt && id < otherId);

type Placed<Row> = {
  /** The time as sortable text, then the id. */
  readonly placeOf: (row: Row) => Place;
  readonly isOldestFirst: boolean;
};

/** For lists that lose rows. The cursor `>time_id` or `<time_id` names the row before or after the page, which may be gone. */
export function pageAtCursor<Row>(
  rows: readonly Row[],
  cursor: string | null,
  size: number,
  { placeOf, isOldestFirst }: Placed<Row>,
): Paged<Row> {
  const all = [...rows].sort((a, b) => (isBefore(placeOf(a), placeOf(b)) ? -1 : 1));
  const [, side, at = '', id] = /^([<>])([^_]*)_(\d{1,15})$/.exec(cursor ?? '') ?? [];
  const place: Place = [at, Number(id)];
  const rowsOnSide = {
    '>': () => all.filter((row) => isBefore(place, placeOf(row))).slice(0, size),
    '<': () => all.filter((row) => isBefore(placeOf(row), place)).slice(-size),
  };
  const found = side === '>' || side === '<' ? rowsOnSide[side]() : [];
  // If no rows are left there, start from the beginning.
  const page = found.length > 0 ? found : isOldestFirst ? all.slice(0, size) : all.slice(-size);
  const [oldest, newest] = [page[0], page.at(-1)];
  return {
    rows: isOldestFirst ? page : page.toReversed(),
    total: rows.length,
    newer: newest && newest !== all.at(-1) ? `>${placeOf(newest).join('_')}` : null,
    older: oldest && oldest !== all[0] ? `<${placeOf(oldest).join('_')}` : null,
  };
}
