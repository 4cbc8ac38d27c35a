import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asksOf, type OptionList, type Question, sentAsksOf } from './questionnaire/definition.ts';
import { QUESTIONNAIRES } from './questionnaires.ts';

const duplicates = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('every questionnaire is valid', () => {
  it.each(QUESTIONNAIRES.map((definition) => [definition.id, definition] as const))('%s', (_, definition) => {
    const asks = asksOf(definition);
    const paths = [definition.didPath, ...sentAsksOf(definition).map((ask) => ask.path)];
    expect(duplicates(asks.map((ask) => ask.question.id))).toEqual([]);
    expect(duplicates(paths)).toEqual([]);
    // No path may pass through another question's answer.
    for (const path of paths) expect(paths.filter((other) => other.startsWith(`${path}.`))).toEqual([]);
    for (const { question } of asks) {
      if (!('options' in question)) continue;
      const options: OptionList = question.options;
      expect(duplicates(options.map((option) => option.code))).toEqual([]);
      expect(duplicates(options.map((option) => option.label))).toEqual([]);
      expect(duplicates(options.map((option) => option.sent.toLowerCase()))).toEqual([]);
      // A key that looks like a number would jump to the front of its list.
      expect(options.filter((option) => /^\d+$/.test(option.code))).toEqual([]);
      const exclusive = options.filter((option) => option.exclusive);
      expect(exclusive).toEqual(exclusive.length === 0 ? [] : [options.at(-1)]);
      for (const { label } of exclusive) expect(label).toBe('None of the above');
    }
  });

  it('two questionnaires that ask a question share its definition', () => {
    const byId = new Map<string, Question>();
    for (const { question } of QUESTIONNAIRES.flatMap((definition) => asksOf(definition))) {
      expect(byId.get(question.id) ?? question).toBe(question);
      byId.set(question.id, question);
    }
  });
});

/** Specification: what each survey asks, in this order. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  quarterly: [
    'What did you buy in the last month?',
    'Work status',
    'What kind of place do you live in?',
    'Who owns the house you live in?',
    'How involved are you in the grocery shopping?',
    'Do you own a vehicle?',
    'Which of these financial services do you use?',
    'How did you travel in the past month?',
    'Which reward programmes do you use?',
    'Which other loyalty programmes do you use?',
  ],
  'second-round': [
    'What is your nationality?',
    'Which city or town is closest to you?',
    'What did you buy in the last month?',
    'Who owns the house you live in?',
    'Do you own a vehicle?',
    'Which mobile network do you use?',
    'Which network is your 2nd sim card on?',
    'Which of these financial services do you use?',
    'Which of these happened to you in the past year?',
  ],
  yearly: [
    'What is your nationality?',
    'Province',
    'Which city or town is closest to you?',
    'What kind of place do you live in?',
    'Your own income in a month',
    'Income of your whole household in a month',
    'Highest education',
    'Work status',
    'Marital status',
    'Are you the parent of a child under 18?',
    'How involved are you in the grocery shopping?',
    'Which mobile network do you use?',
    'Which network is your 2nd sim card on?',
    'Which of these does your household have?',
    'Do you live in a house, cluster house or town house?',
    'Does your household have any domestic workers or household helpers, live-in or part-time, including gardeners?',
    'Which of these best describes where you live?',
    'Do you live in or around one of these cities?',
    'Built-in kitchen sink',
    'Flush toilet inside the house',
    'Home security service',
    'Microwave oven',
    'Motor car',
    'Is there a post office near where you live?',
  ],
};

it.each(Object.entries(ASKED))('Q1, Q3, Q4: the %s survey asks its questions in order', (id, labels) => {
  const definition = QUESTIONNAIRES.find((one) => one.id === id);
  expect(definition && sentAsksOf(definition).map(({ question }) => question.label)).toEqual(labels);
});

/**
 * The fingerprint of each version. If a word, an option or a rule changes, give the questionnaire a new version and add a line,
 * so that old submissions can still be read with the questions they answered. Never remove a line.
 */
const FINGERPRINTS: Record<string, string> = {
  'registration@1': 'f31c778ee808f2f1',
  'second-round@1': 'd0dd6fef06052631',
  'quarterly@1': '90552ba04d1458e2',
  'yearly@1': 'dde23e42f24d3f05',
  'date-of-birth@1': '6886c92831fafb6d',
  'first-language@1': 'a47beb7cdb4b266c',
  'registration@2': '68a443ce896c7ccd',
  'yearly@2': '5ac47ba53d79cf88',
  'date-of-birth@2': '9aebcf839594a690',
  'registration@3': 'a4ec0099d1e29627',
};

/** What is sent counts where it isn't what is shown. */
function withoutRepeatedText(this: { readonly label?: unknown }, key: string, value: unknown): unknown {
  return key === 'sent' && value === this.label ? undefined : value;
}

describe('a changed questionnaire has a new version', () => {
  it.each(QUESTIONNAIRES.map((definition) => [`${definition.id}@${definition.version}`, definition] as const))(
    '%s',
    (key, definition) => {
      const fingerprint = createHash('sha256')
        .update(JSON.stringify(definition, withoutRepeatedText))
        .digest('hex')
        .slice(0, 16);
      expect(fingerprint).toBe(FINGERPRINTS[key]);
    },
  );
});
