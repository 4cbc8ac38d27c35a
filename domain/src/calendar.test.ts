import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  addMonthsTo,
  ageOn,
  isRealDate,
  lastDaysOfMonths,
  monthsUpTo,
  southAfricanDate,
  southAfricanMinute,
  startOfDay,
} from './calendar.ts';

describe('South African time', () => {
  it('is two hours ahead of UTC', () => {
    expect(southAfricanDate(new Date('2026-11-14T21:59:59Z'))).toBe('2026-11-14');
    expect(southAfricanDate(new Date('2026-11-14T22:00:00Z'))).toBe('2026-11-15');
  });

  it.each([
    ['2026-11-15T10:00:00Z', 3, '2027-02-15T10:00:00Z'],
    ['2026-11-30T10:00:00Z', 3, '2027-02-28T10:00:00Z'],
    ['2024-02-29T10:00:00Z', 12, '2025-02-28T10:00:00Z'],
    // Already 30 November in South Africa.
    ['2026-11-29T23:00:00Z', 3, '2027-02-27T23:00:00Z'],
  ])('adds months to %s: %i', (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(new Date(to).toISOString());
  });
});

it('starts days and minutes two hours earlier than UTC', () => {
  expect(startOfDay('2026-11-15').toISOString()).toBe('2026-11-14T22:00:00.000Z');
  expect(southAfricanMinute('2026-11-16T09:00').toISOString()).toBe('2026-11-16T07:00:00.000Z');
  expect(southAfricanMinute('2026-13-01T09:00').getTime()).toBeNaN();
});

it('adds days and months across the end of a month and a year', () => {
  expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1)]).toEqual(['2027-01-01', '2024-02-29']);
  expect([addMonthsTo('2026-11', 2), addMonthsTo('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(monthsUpTo('2026-01', 3)).toEqual(['2025-11', '2025-12', '2026-01']);
  expect(lastDaysOfMonths('2026-03-10', 2)).toEqual(['2026-01-31', '2026-02-28']);
});

describe('A5: ages count to the day', () => {
  it.each([
    ['2008-11-15', 18],
    ['2008-11-16', 17],
    ['1927-11-15', 99],
    ['1926-11-16', 99],
    ['1926-11-15', 100],
    ['2027-01-01', -1],
  ])('born %s is %i', (born, age) => {
    expect(ageOn(born, '2026-11-15')).toBe(age);
  });

  it.each([
    ['1990-02-29', false],
    ['1992-02-29', true],
    ['1990-13-01', false],
    ['1990-00-10', false],
    ['1990-1-1', false],
    ['0000-01-01', false],
    ['0000-00-00', false],
    ['0001-01-01', true],
    ['', false],
    ['1990-05-17T00:00', false],
  ])('%s is a day of the calendar: %s', (text, real) => {
    expect(isRealDate(text)).toBe(real);
  });
});
