import { expect, it } from 'vitest';
import { coalesceReads } from './coalesce.ts';

/** Reads numbers as text, and records which were read together. */
function reader(maxItems = 10) {
  const batches: (readonly number[])[] = [];
  const read = coalesceReads(maxItems, async (items: readonly number[]) => {
    batches.push(items);
    if (items.includes(0)) throw new Error('no such number');
    return items.map(String);
  });
  return { read, batches };
}

it('reads concurrent requests together, and gives each call its own result', async () => {
  const { read, batches } = reader();
  expect(await Promise.all([3, 1, 2, 1].map(read))).toEqual(['3', '1', '2', '1']);
  expect(batches).toEqual([[3, 1, 2, 1]]);
});

it('reads a later request separately, even while the first is still running', async () => {
  const { read, batches } = reader();
  const first = read(1);
  await new Promise(setImmediate);
  expect(await Promise.all([first, read(2)])).toEqual(['1', '2']);
  expect(batches).toEqual([[1], [2]]);
});

it('limits the size of a batch', async () => {
  const { read, batches } = reader(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(read))).toEqual(['1', '2', '3', '4', '5']);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

it('fails every call of a batch that can’t be read, and no others', async () => {
  const { read, batches } = reader(2);
  const results = await Promise.allSettled([1, 0, 2].map(read));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await read(4)).toBe('4');
  expect(batches).toEqual([[1, 0], [2], [4]]);
});
