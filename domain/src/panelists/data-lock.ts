/**
 * When "Your data" shows a panelist's answers. The did alone is not enough: a code from the chat unlocks them on one phone for some minutes.
 * Assumption: data-code.
 */
import { addMs, DAY_MS, MINUTE_MS } from '../durations.ts';
import type { PayloadFault } from '../questionnaire/decode.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';

export const CODE_DIGITS = 6;
export const CODE_LIFE_MS = 10 * MINUTE_MS;
const MAX_CODES_A_DAY = 5;
/** Wrong codes in a day, whichever code they were entered for. */
const MAX_TRIES = 5;
const WAIT_MS = DAY_MS;
export const UNLOCK_MS = 15 * MINUTE_MS;

/** What is stored about a panelist's codes. */
export type CodeRecord = {
  /** When the last code was made. It replaces the one before. */
  readonly madeAt: Date;
  readonly isUsed: boolean;
  /** When the first code of the current day was made. */
  readonly dayStart: Date;
  /** The codes and the wrong tries of that day. */
  readonly codes: number;
  readonly tries: number;
  /** After too many wrong tries: no code is accepted or sent before this. */
  readonly waitsUntil: Date | null;
};

export type CodeState = {
  /** Until when the last code can be entered; null if there is none to enter. */
  readonly codeUntil: Date | null;
  readonly triesLeft: number;
  /** When a new code can be requested; null if it can be now. */
  readonly nextCodeAt: Date | null;
};

const isWaiting = ({ waitsUntil }: CodeRecord, at: Date): boolean => waitsUntil !== null && at < waitsUntil;
/** A day is over 24 hours after its first code. A wait has used up its tries, so a new day begins after it. */
const isNewDay = ({ dayStart, waitsUntil }: CodeRecord, at: Date): boolean =>
  at >= (waitsUntil ?? addMs(dayStart, DAY_MS));

export function codeState(record: CodeRecord | null, at: Date): CodeState {
  if (!record) return { codeUntil: null, triesLeft: MAX_TRIES, nextCodeAt: null };
  const { madeAt, isUsed, dayStart, codes, tries, waitsUntil } = record;
  if (isWaiting(record, at)) return { codeUntil: null, triesLeft: 0, nextCodeAt: waitsUntil };
  const codeUntil = addMs(madeAt, CODE_LIFE_MS);
  const isOver = isUsed || at >= codeUntil || waitsUntil !== null;
  const isLastOfDay = codes >= MAX_CODES_A_DAY && !isNewDay(record, at);
  return {
    codeUntil: isOver ? null : codeUntil,
    triesLeft: isNewDay(record, at) ? MAX_TRIES : MAX_TRIES - tries,
    nextCodeAt: isLastOfDay ? addMs(dayStart, DAY_MS) : null,
  };
}

/** The record once a new code is made, or null if none may be made now. */
export function withNewCode(record: CodeRecord | null, at: Date): CodeRecord | null {
  if (codeState(record, at).nextCodeAt !== null) return null;
  const isFirst = record === null || isNewDay(record, at);
  return {
    madeAt: at,
    isUsed: false,
    dayStart: isFirst ? at : record.dayStart,
    codes: isFirst ? 1 : record.codes + 1,
    tries: isFirst ? 0 : record.tries,
    waitsUntil: null,
  };
}

/** The record after a code was entered, or null if there was none to enter. */
export function afterTry(record: CodeRecord | null, isRight: boolean, at: Date): CodeRecord | null {
  if (record === null || codeState(record, at).codeUntil === null) return null;
  if (isRight) return { ...record, isUsed: true, tries: 0 };
  const tries = record.tries + 1;
  return { ...record, tries, waitsUntil: tries >= MAX_TRIES ? addMs(at, WAIT_MS) : null };
}

/** A code as it may be typed: spaces don't count. */
export const readCode = (text: string): string => text.replace(/\s/g, '');
export const encodeCode = (typed: string): object => ({ code: readCode(typed) });

const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);
export const isCode = (text: string): boolean => CODE.test(text);

/** Decodes an entered code, or returns all of its faults. What can't be a code costs no try. */
export function decodeCode(
  body: unknown,
): { readonly code: string } | { readonly faults: readonly PayloadFault[] } | 'not-the-payload' {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'code')) return 'not-the-payload';
  const { code, ...others } = body as Readonly<Record<string, unknown>>;
  const faults: PayloadFault[] = Object.keys(others).map((path) => ({ path, code: 'unknownField' }));
  if (typeof code !== 'string') faults.push({ path: 'code', code: 'wrongType' });
  else if (!isCode(code)) faults.push({ path: 'code', code: 'wrongLength' });
  return faults.length === 0 && typeof code === 'string' ? { code } : { faults };
}

export const CODE_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: { code: { type: 'string', pattern: CODE.source, description: 'The six digits from the chat.' } },
};
