/** A person's data in plain text: questions and answers as they are worded, and South African time. */
import { inWords, southAfricanClock, southAfricanDate } from '@panel/domain/calendar';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { type Question, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';

const QUESTIONS: ReadonlyMap<string, Question | typeof LSM> = new Map(
  [LSM, ...QUESTIONNAIRES.flatMap((definition) => sentAsksOf(definition).map(({ question }) => question))].map(
    (question) => [question.id, question],
  ),
);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const minuteInWords = (instant: Date): string =>
  `${inWords(southAfricanDate(instant))} at ${southAfricanClock(instant)}`;

/** Turns `registeredAt` into 'registered at', and leaves a question's wording unchanged. */
const wordsOf = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function textOf(value: unknown): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && TIME.test(value) ? minuteInWords(new Date(value)) : String(value);
}

/** Replaces question ids and answer codes with their wording. */
function worded(answers: object): object {
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => {
      const question = QUESTIONS.get(id);
      const options = question && 'options' in question ? question.options : [];
      const labelOf = (code: unknown) => options.find((option) => option.code === code)?.label ?? code;
      return [question?.label ?? id, Array.isArray(answer) ? answer.map(labelOf) : labelOf(answer)];
    }),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function linesOf(key: string, value: unknown, indent = ''): string[] {
  const name = `${indent}${wordsOf(key)}`;
  const deeper = `${indent}  `;
  if (!isObject(value)) return [`${name}: ${textOf(value).replaceAll('\n', `\n${deeper}`)}`];
  if (Array.isArray(value))
    return value.some(isObject)
      ? value.flatMap((item, index) => linesOf(`${key} ${index + 1}`, item, indent))
      : [`${name}: ${value.map(textOf).join('; ') || 'nothing'}`];
  const fields = Object.entries(key === 'answers' ? worded(value) : value);
  if (fields.length === 0) return [`${name}: nothing`];
  return [name, ...fields.flatMap(([field, inner]) => linesOf(field, inner, deeper))];
}

export function readableText(data: object): string {
  const plain = JSON.parse(JSON.stringify(data)) as object;
  const parts = Object.entries(plain).map(([key, value]) => linesOf(key, value).join('\n'));
  return `${parts.join('\n\n')}\n`;
}
