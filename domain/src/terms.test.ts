import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { inWords } from './calendar.ts';
import { TERMS } from './panelists/rules.ts';
import { termsText } from './terms.ts';

const all = () => termsText().sections.flatMap(({ title, items }) => [title, ...items]);

/**
 * What panelists accepted in each revision. If this fails because a sentence changed what it promises, revise the terms: set
 * `TERMS.revised` and add a line. If only its wording was mended, replace the last hash. Never remove a line.
 */
const FINGERPRINTS: Readonly<Record<string, string>> = {
  '2024-11-26': 'c3e27f06392aa72e',
};

it('a revision of the terms keeps its text', () => {
  const fingerprint = createHash('sha256').update(JSON.stringify(termsText())).digest('hex').slice(0, 16);
  expect({ [TERMS.revised]: fingerprint }).toEqual({ [TERMS.revised]: FINGERPRINTS[TERMS.revised] });
  expect(Object.keys(FINGERPRINTS).at(-1)).toBe(TERMS.revised);
});

it('the terms contain the dates of their revision', () => {
  expect(termsText().dates).toBe(`Effective ${inWords(TERMS.effective)}. Last revised ${inWords(TERMS.revised)}.`);
});

it.each([
  'Survey participation',
  'One panel member per mobile number, and one panel account per person.',
  'Rewards are only for full, honest completions.',
  'One completion per survey per panelist.',
  'Completions are generally paid within 7-14 days.',
  'An active panelist took part in a survey in the last 12 months.',
  'You are 18 to 99 years old.',
])('W2: the terms say: %s', (sentence) => {
  expect(all().join(' ')).toContain(sentence);
});
