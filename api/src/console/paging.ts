import type { Paged } from '@panel/domain/console/values';

/** The cursor is the number of rows before the page. For short lists to which rows are only added. */
export const positionOf = (query: URLSearchParams): number => {
  const cursor = query.get('cursor') ?? '0';
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
};

export function pageOf<Row>(rows: readonly Row[], position: number, size: number): Paged<Row> {
  const newer = position > 0 ? String(Math.max(0, position - size)) : null;
  const older = position + size < rows.length ? String(position + size) : null;
  return { rows: rows.slice(position, position + size), total: rows.length, newer, older };
}

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
