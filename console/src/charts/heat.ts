/** The colour of a cell: one of seven steps, by its share of the most. Read only beside its number. */
export const heatOf = (value: number, most: number): string =>
  `heat-${Math.min(6, Math.floor((7 * value) / (most || 1)))}`;
