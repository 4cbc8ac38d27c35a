import { type Answer, type Answers, optionsOf, type Question, type Questionnaire, sentAsksOf } from './definition.ts';

const sentText = (question: Question, code: Answer) => optionsOf(question).find((option) => option.code === code)?.sent;
const ticked = (value: Answer, code: string) => Array.isArray(value) && value.includes(code);

/** How each wire form is written. A new wire form is a new row here and in decode.ts, not a new branch. */
const WRITERS: { readonly [Wire in Question['wire']]: (question: Question, answer: Answer) => unknown } = {
  text: (_, value) => String(value).trim(),
  isoDate: (_, value) => value,
  label: (question, value) => (question.kind === 'yesNo' ? (value ? 'Yes' : 'No') : sentText(question, value)),
  lowercase: (question, value) => sentText(question, value)?.toLowerCase(),
  boolean: (_, value) => value === true,
  oneTwo: (_, value) => (value ? 1 : 2),
  position: (question, value) => optionsOf(question).findIndex((option) => option.code === value) + 1,
  positions: (question, value) =>
    optionsOf(question).flatMap((option, index) => (ticked(value, option.code) ? [index + 1] : [])),
  flags: (question, value) => optionsOf(question).map((option) => ticked(value, option.code)),
};

/** An unanswered question is sent as unticked. Only questions that aren't required get here. */
const unanswered = (question: Question): Answer => (question.kind === 'many' ? [] : false);

export type Json = { [key: string]: unknown };

/** Puts a value at a path, in an object or in a layout of one. */
export function put(body: Json, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() as string;
  let at = body;
  for (const key of keys) {
    at[key] ??= {};
    at = at[key] as Json;
  }
  at[last] = value;
}

/** The payload of a filled-in form. */
export function encode(definition: Questionnaire, did: string, answers: Answers): object {
  const body: Json = {};
  put(body, definition.didPath, did);
  for (const { question, path } of sentAsksOf(definition)) {
    const value = answers[question.id] ?? unanswered(question);
    put(body, path, WRITERS[question.wire](question, value));
  }
  return body;
}
