export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The value below which the given share of all values is: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of one figure over several rounds. */
export const medianOf = <Round>(rounds: readonly Round[], figure: (round: Round) => number): number =>
  median(rounds.map(figure));
