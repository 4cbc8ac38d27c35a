import type { Paged } from '@panel/domain/console/values';

/** The query's cursor: how many rows are before the page. For lists that are short enough to be read whole. */
export const positionOf = (query: URLSearchParams): number => {
  const cursor = query.get('cursor') ?? '0';
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
};

export function pageOf<Row>(
  rows: readonly Row[],
  position: number,
  size: number,
  { isOldestFirst = false } = {},
): Paged<Row> {
  const before = position > 0 ? String(Math.max(0, position - size)) : null;
  const after = position + size < rows.length ? String(position + size) : null;
  const [newer, older] = isOldestFirst ? [after, before] : [before, after];
  return { rows: rows.slice(position, position + size), total: rows.length, newer, older };
}
