/** A questionnaire as a browser's form fields: by question id, the text as typed or the value of each checked box. */

import { type Answer, type Answers, asksOf, optionsOf, type Question, type Questionnaire } from './definition.ts';
import { readDateOfBirth } from './typed-date.ts';

export type FieldValues = { readonly [questionId: string]: readonly string[] };

/** The value of the "none" box of a list. It isn't the code of any option. */
export const NONE_OF_THESE = '';
export const YES = 'yes';
export const NO = 'no';
export const ON = 'on';

/** Converts the values of a question's fields to its answer. */
export function answerOf(question: Question, values: readonly string[]): Answer | undefined {
  const [first] = values;
  if (question.kind === 'tick') return first !== undefined;
  if (first === undefined) return undefined;
  switch (question.kind) {
    case 'many':
      return values.filter((code) => code !== NONE_OF_THESE);
    case 'yesNo':
      return first === YES;
    case 'date':
      return readDateOfBirth(first) ?? first;
    default:
      return first;
  }
}

const isExclusive = (question: Question, value: string) =>
  value === NONE_OF_THESE || optionsOf(question).some((option) => option.exclusive && option.code === value);

/** Drops a posted 'None of the above' that was ticked together with other boxes, as the script does, and values that no field can have. */
function readValues(question: Question, posted: readonly string[]): readonly string[] {
  if (question.kind === 'text' || question.kind === 'date') return posted.slice(0, 1).filter((text) => text !== '');
  const known = [...new Set(posted)].filter((value) => valuesOf(question).includes(value));
  const others = known.filter((value) => !isExclusive(question, value));
  return question.kind === 'many' && others.length > 0 ? others : known;
}

function valuesOf(question: Question): readonly string[] {
  if (question.kind === 'yesNo') return [YES, NO];
  if (question.kind === 'tick') return [ON];
  const codes = optionsOf(question).map(({ code }) => code);
  return question.kind === 'many' && question.noneOfThese ? [...codes, NONE_OF_THESE] : codes;
}

/** The fields of a posted form that belong to a questionnaire. */
export const readPostedFields = (definition: Questionnaire, posted: FieldValues): FieldValues =>
  Object.fromEntries(
    asksOf(definition).map(({ question }) => [question.id, readValues(question, posted[question.id] ?? [])]),
  );

export const answersOfFields = (definition: Questionnaire, values: FieldValues): Answers =>
  Object.fromEntries(
    asksOf(definition).map(({ question }) => [question.id, answerOf(question, values[question.id] ?? [])]),
  );
