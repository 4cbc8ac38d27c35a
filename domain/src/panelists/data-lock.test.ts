import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { afterTry, type CodeRecord, codeState, decodeCode, encodeCode, withNewCode } from './data-lock.ts';

const START = new Date('2026-11-18T08:00:00Z');
const after = (ms: number) => addMs(START, ms);

type Step = readonly [action: 'send' | 'right' | 'wrong' | 'look', afterMs: number, outcome: string];

/** What a panelist may do after the steps before it: 'code' if one can be entered, and when the next one can be sent. */
function outcomeOf(record: CodeRecord | null, at: Date): string {
  const { codeUntil, triesLeft, nextCodeAt } = codeState(record, at);
  const wait = nextCodeAt ? `, next in ${(nextCodeAt.getTime() - at.getTime()) / HOUR_MS} h` : '';
  return `${codeUntil ? 'code' : 'none'}, ${triesLeft} tries${wait}`;
}

function walk(steps: readonly Step[]): string[] {
  let record: CodeRecord | null = null;
  return steps.map(([action, ms]) => {
    const at = after(ms);
    if (action === 'look') return outcomeOf(record, at);
    const next = action === 'send' ? withNewCode(record, at) : afterTry(record, action === 'right', at);
    if (next === null) return `refused: ${outcomeOf(record, at)}`;
    record = next;
    return outcomeOf(record, at);
  });
}

const CASES: Readonly<Record<string, readonly Step[]>> = {
  'a code works for ten minutes': [
    ['look', 0, 'none, 5 tries'],
    ['send', 0, 'code, 5 tries'],
    ['look', 10 * MINUTE_MS - 1, 'code, 5 tries'],
    ['right', 10 * MINUTE_MS, 'refused: none, 5 tries'],
  ],
  'a code works once': [
    ['send', 0, 'code, 5 tries'],
    ['right', MINUTE_MS, 'none, 5 tries'],
    ['right', 2 * MINUTE_MS, 'refused: none, 5 tries'],
  ],
  'without a code nothing can be entered': [['right', 0, 'refused: none, 5 tries']],
  'five wrong codes mean a day’s wait': [
    ['send', 0, 'code, 5 tries'],
    ['wrong', 0, 'code, 4 tries'],
    ['wrong', 0, 'code, 3 tries'],
    ['wrong', 0, 'code, 2 tries'],
    ['wrong', 0, 'code, 1 tries'],
    ['wrong', 6 * MINUTE_MS, 'none, 0 tries, next in 24 h'],
    ['right', 7 * MINUTE_MS, `refused: none, 0 tries, next in ${24 - 1 / 60} h`],
    ['send', DAY_MS, 'refused: none, 0 tries, next in 0.1 h'],
    ['look', DAY_MS + 6 * MINUTE_MS, 'none, 5 tries'],
    ['right', DAY_MS + 6 * MINUTE_MS, 'refused: none, 5 tries'],
    ['send', DAY_MS + 6 * MINUTE_MS, 'code, 5 tries'],
  ],
  'a new code brings no new tries on the same day': [
    ['send', 0, 'code, 5 tries'],
    ['wrong', 0, 'code, 4 tries'],
    ['wrong', 0, 'code, 3 tries'],
    ['send', MINUTE_MS, 'code, 3 tries'],
    ['wrong', MINUTE_MS, 'code, 2 tries'],
    ['send', DAY_MS, 'code, 5 tries'],
  ],
  'five codes a day are sent': [
    ['send', 0, 'code, 5 tries'],
    ['send', HOUR_MS, 'code, 5 tries'],
    ['send', 2 * HOUR_MS, 'code, 5 tries'],
    ['send', 3 * HOUR_MS, 'code, 5 tries'],
    ['send', 4 * HOUR_MS, 'code, 5 tries, next in 20 h'],
    ['send', 5 * HOUR_MS, 'refused: none, 5 tries, next in 19 h'],
    ['send', DAY_MS, 'code, 5 tries'],
  ],
};

describe('T31: the code that unlocks Your data', () => {
  it.each(Object.entries(CASES))('%s', (_, steps) => {
    expect(walk(steps)).toEqual(steps.map(([, , outcome]) => outcome));
  });
});

describe('an entered code', () => {
  it('is read without spaces', () => {
    expect(decodeCode(encodeCode(' 123 456 '))).toEqual({ code: '123456' });
  });

  it.each([
    [{ code: '12345' }, ['code wrongLength']],
    [{ code: '1234567' }, ['code wrongLength']],
    [{ code: '12345a' }, ['code wrongLength']],
    [{ code: '１２３４５６' }, ['code wrongLength']],
    [{ code: 123456 }, ['code wrongType']],
    [{ code: '123456', other: 1 }, ['other unknownField']],
  ])('%j is refused', (body, expected) => {
    const read = decodeCode(body);
    const faults = typeof read === 'object' && 'faults' in read ? read.faults : [];
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  });

  it.each([null, 'x', [], {}])('%j isn’t the payload', (body) => {
    expect(decodeCode(body)).toBe('not-the-payload');
  });
});
