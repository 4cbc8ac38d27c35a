import { expect, it } from 'vitest';
import { registration } from '../panelists/registration.ts';
import { firstLanguageQuestionnaire } from '../panelists/stand-alone.ts';
import { quarterly } from '../profiling/quarterly.ts';
import { asksOf } from '../questionnaire/definition.ts';
import { isFastForm, readFormSeconds } from './speed.ts';

it.each<[unknown, number | null]>([
  ['95', 95],
  ['0', 0],
  ['86400', 86_400],
  ['86401', null],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['', null],
  ['soon', null],
  ['999999', null],
  [undefined, null],
  [['12', '13'], null],
])('a form that says it took %o took %o seconds', (header, seconds) => {
  expect(readFormSeconds(header)).toBe(seconds);
});

it.each([
  ['less than a second for each question', quarterly, asksOf(quarterly).length - 1, true],
  ['a second for each question', quarterly, asksOf(quarterly).length, false],
  ['no time', quarterly, null, null],
  ['20 s for the whole registration', registration, 20, true],
  ['one question in no time', firstLanguageQuestionnaire, 0, null],
])('%s', (_, definition, seconds, isFast) => {
  expect(isFastForm(definition, seconds)).toBe(isFast);
});
