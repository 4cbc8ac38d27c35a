import { describe, expect, it } from 'vitest';
import { softLaunchOrder } from './quotas.ts';

describe('a soft launch', () => {
  const people = (sizes: Record<string, number>) =>
    Object.entries(sizes).flatMap(([cell, size]) => Array.from({ length: size }, (_, n) => ({ cell, n })));

  it.each([
    [
      { a: 119, b: 78, c: 127, d: 86 },
      { a: 12, b: 8, c: 13, d: 9 },
    ],
    [
      { a: 100, b: 1 },
      { a: 10, b: 1 },
    ],
    [{ '': 5 }, { '': 1 }],
    [{}, {}],
  ])('of the cells %j invites %j first', (sizes, expected) => {
    const { ordered, first } = softLaunchOrder(people(sizes));
    const counts: Record<string, number> = {};
    for (const { cell } of ordered.slice(0, first ?? undefined)) counts[cell] = (counts[cell] ?? 0) + 1;
    expect(counts).toEqual(expected);
  });

  it('of everyone is none', () => {
    expect(softLaunchOrder(people({ a: 1, b: 1 })).first).toBeNull();
    expect(softLaunchOrder(people({ a: 1, b: 2 })).first).toBe(2);
  });

  it('keeps everyone once, and the order of the draw in both parts', () => {
    const drawn = people({ a: 20, b: 10 });
    const { ordered, first } = softLaunchOrder(drawn);
    expect(new Set(ordered)).toEqual(new Set(drawn));
    const [soft, rest] = [ordered.slice(0, first ?? 0), ordered.slice(first ?? 0)];
    for (const part of [soft, rest]) expect(part).toEqual(drawn.filter((person) => part.includes(person)));
  });
});
