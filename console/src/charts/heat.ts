/** The colour of a cell: one of seven steps, by its share of the max. Read only beside its number. */
export const heatOf = (value: number, max: number): string =>
  `heat-${Math.min(6, Math.floor((7 * value) / (max || 1)))}`;
