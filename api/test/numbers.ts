/** Repeatable random numbers. */
import { seededRandom } from '@panel/domain/seeded-random';

export type Random = (below: number) => number;

/** Always the same numbers for the same seed, so that a failure can be reproduced. */
export function numbers(seed: number): Random {
  const next = seededRandom(seed);
  return (below) => Math.floor(next() * below);
}
export const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T;

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}
