import { expect, it } from 'vitest';
import { registration } from '../panelists/registration.ts';
import { firstLanguageQuestionnaire } from '../panelists/stand-alone.ts';
import { quarterly } from '../profiling/quarterly.ts';
import {
  isFastForm,
  isFastSurvey,
  readFormSeconds,
  surveySeconds,
  type TimedCompletion,
  usualSeconds,
} from './speed.ts';

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
  ['9 s for ten questions', quarterly, 9, true],
  ['10 s for ten questions', quarterly, 10, false],
  ['no time', quarterly, null, null],
  ['20 s for the whole registration', registration, 20, true],
  ['one question in no time', firstLanguageQuestionnaire, 0, null],
])('%s', (_, definition, seconds, isFast) => {
  expect(isFastForm(definition, seconds)).toBe(isFast);
});

it.each([
  ['ten completes of 9 minutes', { completes: 10, medianSeconds: 540, statedMinutes: 30 }, 540],
  ['nine, and a stated length', { completes: 9, medianSeconds: 540, statedMinutes: 12 }, 720],
  ['nine, and nothing stated', { completes: 9, medianSeconds: 540, statedMinutes: null }, null],
  ['a stated length only', { completes: 0, medianSeconds: null, statedMinutes: 12 }, 720],
])('the usual length by %s', (_, known, seconds) => {
  expect(usualSeconds(known)).toBe(seconds);
});

it.each([
  [179, 540, true],
  [180, 540, false],
  [1, null, null],
  [0, 0, null],
])('a survey of %i s, where %o s is usual: fast is %o', (seconds, usual, isFast) => {
  expect(isFastSurvey(seconds, usual)).toBe(isFast);
});

it.each<[string, Partial<TimedCompletion>, number]>([
  ['until the report', {}, 90],
  ['until the browser came back before that', { returnedAt: new Date('2026-11-18T10:01:00Z') }, 60],
  ['as long as the partner says', { reportedSeconds: 75, returnedAt: new Date('2026-11-18T10:01:00Z') }, 75],
  ['never longer than since the entry', { reportedSeconds: 900 }, 90],
  ['no time if the clock was set back', { at: new Date('2026-11-18T09:00:00Z') }, 0],
])('a survey took %s', (_, known, seconds) => {
  const openedAt = new Date('2026-11-18T10:00:00Z');
  const at = new Date('2026-11-18T10:01:30Z');
  expect(surveySeconds({ openedAt, returnedAt: null, at, reportedSeconds: null, ...known })).toBe(seconds);
});
