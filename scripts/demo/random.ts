import { seededRandom } from '@panel/domain/seeded-random';

/** Random numbers that are the same in every run, so that two demos can be compared. */
export type Random = {
  /** At least 0 and less than 1. */
  next(): number;
  chance(probability: number): boolean;
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Picks an index by weight. */
  weighted(weights: readonly number[]): number;
  /** Mean 1; most values are small and a few are large. */
  exponential(): number;
  uuid(): string;
  hex(length: number): string;
};

export function randomOf(seed: number): Random {
  const next = seededRandom(seed);
  const hex = (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    next,
    hex,
    chance: (probability) => next() < probability,
    between: (from, to) => from + next() * (to - from),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return index === -1 ? weights.length - 1 : index;
    },
    exponential: () => -Math.log(1 - next()),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
