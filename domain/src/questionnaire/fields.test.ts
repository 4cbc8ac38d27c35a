import { describe, expect, it } from 'vitest';
import { GOLDEN } from '../golden.ts';
import { asksOf } from './definition.ts';
import { encode } from './encode.ts';
import { answersOfFields, NO, ON, readPostedFields, YES } from './fields.ts';

const { quarterly } = GOLDEN;
const read = (posted: Record<string, readonly string[]>) => readPostedFields(quarterly.definition, posted);

describe('the fields of a posted form', () => {
  it.each([
    ['a list keeps its ticks', { lastmonthpurchase: ['bread', 'pet_food'] }, ['bread', 'pet_food']],
    ['None of the above alone stays', { lastmonthpurchase: ['none'] }, ['none']],
    ['None of the above with others is dropped', { lastmonthpurchase: ['none', 'bread'] }, ['bread']],
    ['a box that the list doesn’t have is dropped', { lastmonthpurchase: ['bread', '<b>', ''] }, ['bread']],
    ['a box sent twice counts once', { lastmonthpurchase: ['bread', 'bread'] }, ['bread']],
    ['nothing was ticked', {}, []],
  ])('A4: %s', (_, posted: Record<string, readonly string[]>, expected) => {
    expect(read(posted).lastmonthpurchase).toEqual(expected);
  });

  it('only has the questions of its questionnaire', () => {
    const ids = asksOf(quarterly.definition).map(({ question }) => question.id);
    expect(Object.keys(read({ xsrf: ['token'], __proto__: ['x'] }))).toEqual(ids);
  });

  it.each(Object.entries(GOLDEN))(
    'of %s give the payload that the script sends',
    (_, { definition, did, answers, payload }) => {
      const posted = Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, fieldsOf(answer)]));
      const values = readPostedFields(definition, posted);
      expect(encode(definition, did, answersOfFields(definition, values))).toEqual(payload);
    },
  );
});

const fieldsOf = (answer: unknown): readonly string[] => {
  if (answer === true) return [YES, ON];
  if (answer === false) return [NO];
  return Array.isArray(answer) ? (answer.length > 0 ? answer : ['']) : [String(answer)];
};
