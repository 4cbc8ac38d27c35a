import { isRealDate } from '../calendar.ts';
import { type Answer, type Answers, optionsOf, type Question, type Questionnaire, sentAsksOf } from './definition.ts';
import { type Json, put } from './encode.ts';
import { type FaultCode, faultOf } from './validate.ts';

type Read = { readonly answer: Answer } | { readonly fault: FaultCode };

const answer = (value: Answer) => ({ answer: value });
const fault = (code: FaultCode) => ({ fault: code });

/** Reads an option by its text as `written` on the wire. */
function bySentText(question: Question, value: unknown, written: (sent: string) => string): Read {
  if (typeof value !== 'string') return fault('wrongType');
  if (value === '') return fault('required');
  const found = optionsOf(question).find((option) => written(option.sent) === value);
  return found ? answer(found.code) : fault('notAnOption');
}

/** How each wire form is read: the inverse of encode.ts, and stricter than any form. */
const READERS: { readonly [Wire in Question['wire']]: (question: Question, value: unknown) => Read } = {
  text: (_, value) => (typeof value === 'string' ? answer(value.trim()) : fault('wrongType')),
  isoDate: (_, value) => {
    if (typeof value !== 'string') return fault('wrongType');
    if (value === '') return fault('required');
    return isRealDate(value) ? answer(value) : fault('invalidDate');
  },
  label: (question, value) => {
    if (question.kind !== 'yesNo') return bySentText(question, value, (sent) => sent);
    if (value === 'Yes' || value === 'No') return answer(value === 'Yes');
    return fault(typeof value === 'string' ? (value === '' ? 'required' : 'notAnOption') : 'wrongType');
  },
  lowercase: (question, value) => bySentText(question, value, (sent) => sent.toLowerCase()),
  boolean: (_, value) => (typeof value === 'boolean' ? answer(value) : fault('wrongType')),
  oneTwo: (_, value) => {
    if (typeof value !== 'number') return fault('wrongType');
    return value === 1 || value === 2 ? answer(value === 1) : fault('notAnOption');
  },
  position: (question, value) => {
    if (typeof value !== 'number') return fault('wrongType');
    const option = Number.isInteger(value) ? optionsOf(question)[value - 1] : undefined;
    return option ? answer(option.code) : fault('notAnOption');
  },
  positions: (question, value) => {
    if (!Array.isArray(value) || value.some((position) => typeof position !== 'number')) return fault('wrongType');
    if (value.length > optionsOf(question).length) return fault('wrongLength');
    if (value.some((position) => !Number.isInteger(position) || !optionsOf(question)[position - 1]))
      return fault('notAnOption');
    if (new Set(value).size !== value.length) return fault('repeated');
    return answer(optionsOf(question).flatMap((option, index) => (value.includes(index + 1) ? [option.code] : [])));
  },
  flags: (question, value) => {
    if (!Array.isArray(value)) return fault('wrongType');
    if (value.length !== optionsOf(question).length) return fault('wrongLength');
    if (value.some((flag) => typeof flag !== 'boolean')) return fault('wrongType');
    return answer(optionsOf(question).flatMap((option, index) => (value[index] ? [option.code] : [])));
  },
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A fault at one path of a payload. */
export type PayloadFault = { readonly path: string; readonly code: FaultCode };
type Decoded =
  | { readonly did: string; readonly answers: Answers }
  | { readonly faults: readonly PayloadFault[] }
  /** The body isn't an object, or has none of the payload's top-level keys. */
  | 'not-the-payload';

/** Decodes a payload by its definition. Returns every fault, or the answers if there are none. `today` is the South African date. */
export function decode(definition: Questionnaire, body: unknown, today: string): Decoded {
  const asks = sentAsksOf(definition);
  const layout = layoutOf(definition);
  if (!isObject(body) || !Object.keys(layout).some((key) => Object.hasOwn(body, key))) return 'not-the-payload';

  const faults: PayloadFault[] = [];
  const found = new Map<string, unknown>();
  collect(body, '', layout, found, faults);

  const did = found.get(definition.didPath);
  if (found.has(definition.didPath) && (typeof did !== 'string' || did === ''))
    faults.push({ path: definition.didPath, code: did === '' ? 'required' : 'wrongType' });

  const answers: { [id: string]: Answer } = {};
  for (const ask of asks) {
    if (!found.has(ask.path)) continue;
    const read = READERS[ask.question.wire](ask.question, found.get(ask.path));
    const code = 'fault' in read ? read.fault : faultOf(ask, read.answer, today, 'server');
    if (code) faults.push({ path: ask.path, code });
    else if ('answer' in read) answers[ask.question.id] = read.answer;
  }
  if (faults.length > 0) return { faults };
  return { did: did as string, answers };
}

/** What a payload has at each key: the path of an answer or of the device id, or an object with more keys. */
export type Layout = { readonly [key: string]: string | Layout };

export function layoutOf(definition: Questionnaire): Layout {
  const layout: Layout = {};
  for (const path of [definition.didPath, ...sentAsksOf(definition).map((ask) => ask.path)]) put(layout, path, path);
  return layout;
}

/** Compares the payload with its layout: missing keys, unknown keys, and values that should be objects. */
function collect(at: Json, prefix: string, layout: Layout, found: Map<string, unknown>, faults: PayloadFault[]) {
  for (const [key, below] of Object.entries(layout)) {
    const path = prefix + key;
    const value = at[key];
    if (!Object.hasOwn(at, key)) faults.push({ path, code: 'required' });
    else if (typeof below === 'string') found.set(path, value);
    else if (isObject(value)) collect(value, `${path}.`, below, found, faults);
    else faults.push({ path, code: 'wrongType' });
  }
  for (const key of Object.keys(at))
    if (!Object.hasOwn(layout, key)) faults.push({ path: prefix + key, code: 'unknownField' });
}
