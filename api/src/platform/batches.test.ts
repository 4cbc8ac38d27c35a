import { expect, it } from 'vitest';
import { batchReads, batchWrites } from './batches.ts';
import { DatabaseUnavailable } from './database.ts';

/** Reads numbers as text, and what was read together. */
function reader(maxItems = 10) {
  const batches: (readonly number[])[] = [];
  const read = batchReads(maxItems, async (items: readonly number[]) => {
    batches.push(items);
    if (items.includes(0)) throw new Error('no such number');
    return items.map(String);
  });
  return { read, batches };
}

it('reads together what is asked for at the same time, and gives each call its own result', async () => {
  const { read, batches } = reader();
  expect(await Promise.all([3, 1, 2, 1].map(read))).toEqual(['3', '1', '2', '1']);
  expect(batches).toEqual([[3, 1, 2, 1]]);
});

it('reads what is asked for later by itself, also while the first is still read', async () => {
  const { read, batches } = reader();
  const first = read(1);
  await new Promise(setImmediate);
  expect(await Promise.all([first, read(2)])).toEqual(['1', '2']);
  expect(batches).toEqual([[1], [2]]);
});

it('reads no more than so many at once', async () => {
  const { read, batches } = reader(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(read))).toEqual(['1', '2', '3', '4', '5']);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

it('fails every call of a batch that can’t be read, and no other', async () => {
  const { read, batches } = reader(2);
  const results = await Promise.allSettled([1, 0, 2].map(read));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await read(4)).toBe('4');
  expect(batches).toEqual([[1, 0], [2], [4]]);
});

/** Writes numbers as text: 0 fails whatever it is written with, and 9 is locked by somebody else. */
function writer(answer: (items: readonly number[]) => Promise<void> = async () => {}) {
  const batches: { readonly items: readonly number[]; readonly wait: boolean }[] = [];
  const write = batchWrites<number, string>({
    keysOf: (item) => [String(item % 10)],
    async writeAll(items, { wait }) {
      batches.push({ items, wait });
      await answer(items);
      if (items.includes(0)) throw new Error('no such number');
      return items.map((item) => (item === 9 && !wait ? undefined : String(item)));
    },
  });
  return { write, batches };
}

it('writes together what comes at the same time, and alone what comes alone', async () => {
  const { write, batches } = writer();
  expect(await Promise.all([3, 1, 2].map(write))).toEqual(['3', '1', '2']);
  expect(await write(5)).toBe('5');
  expect(batches).toEqual([
    { items: [3, 1, 2], wait: false },
    { items: [5], wait: true },
  ]);
});

it('writes what somebody else has locked alone, when the others are written', async () => {
  const { write, batches } = writer();
  expect(await Promise.all([1, 9, 2].map(write))).toEqual(['1', '9', '2']);
  expect(batches).toEqual([
    { items: [1, 9, 2], wait: false },
    { items: [9], wait: true },
  ]);
});

it('writes each alone where one of them fails, and fails that one', async () => {
  const { write } = writer();
  const results = await Promise.allSettled([1, 0, 2].map(write));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('tries nothing again where it is unknown whether it was written', async () => {
  const { write, batches } = writer(async () => {
    throw new DatabaseUnavailable('timed out');
  });
  const results = await Promise.allSettled([1, 2].map(write));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toHaveLength(1);
});

it('writes the first of one key with others, and the next one after it', async () => {
  const { write, batches } = writer();
  expect(await Promise.all([1, 2, 11].map(write))).toEqual(['1', '2', '11']);
  expect(batches).toEqual([
    { items: [1, 2], wait: false },
    { items: [11], wait: true },
  ]);
});

it('collects what comes while two batches are written, and waits for one that hangs only shortly', async () => {
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const { write, batches } = writer(async (items) => {
    if (items[0] === 1 || items[0] === 2) await first;
  });
  const hanging = [write(1)];
  await new Promise(setImmediate);
  hanging.push(write(2));
  await new Promise(setImmediate);
  const collected = [write(3)];
  await new Promise(setImmediate);
  collected.push(write(4));
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  expect(await Promise.all(collected)).toEqual(['3', '4']);
  expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
  answerFirst();
  expect(await Promise.all(hanging)).toEqual(['1', '2']);
});
