import { expect, it } from 'vitest';
import { ageGroupOf, ageGroupOfMonth } from './age-groups.ts';

it.each([
  ['2008-11', '18-24'],
  ['2008-12', null],
  ['2001-12', '18-24'],
  ['2001-11', '25-34'],
  ['1961-12', '55-64'],
  ['1961-11', '65'],
  ['1910-01', '65'],
])('a person born in %s is in the age group %s on 1 November 2026', (month, group) => {
  expect(ageGroupOfMonth(month, '2026-11-01')).toBe(group);
});

it.each([
  [17, null],
  [18, '18-24'],
  [24, '18-24'],
  [25, '25-34'],
  [44, '35-44'],
  [64, '55-64'],
  [65, '65'],
  [99, '65'],
])('at %d a person is in the age group %j', (age, group) => expect(ageGroupOf(age)).toBe(group));
