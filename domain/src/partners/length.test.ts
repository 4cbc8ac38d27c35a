import { expect, it } from 'vitest';
import { MINUTE_MS } from '../durations.ts';
import { isLeftOut, leftAt, minutesUntil, sessionMinutes, wholeMinutes } from './length.ts';

it('a length is shown in whole minutes, rounded to the nearest', () => {
  expect([0, 29, 30, 642, 629, 3600].map(wholeMinutes)).toEqual([0, 0, 1, 11, 10, 60]);
});

it('a session’s length is the completion’s, or else the time until the browser returned', () => {
  const enteredAt = new Date('2026-11-15T10:00:00Z');
  const returnedAt = new Date('2026-11-15T10:07:31Z');
  expect(sessionMinutes({ enteredAt, returnedAt, lengthSeconds: 642 })).toBe(11);
  expect(sessionMinutes({ enteredAt, returnedAt, lengthSeconds: null })).toBe(8);
  expect(sessionMinutes({ enteredAt, returnedAt: null, lengthSeconds: null })).toBeNull();
});

it.each([
  [null, null, null],
  [1, null, 1],
  [null, 1, 1],
  [6, 1, 1],
  [1, 6, 1],
])('a browser back after %s minutes, of a survey that ended after %s, was gone after %s', (back, ended, gone) => {
  const time = (minutes: number | null) => (minutes === null ? null : new Date(minutes * MINUTE_MS));
  expect(leftAt(time(back), time(ended))).toEqual(time(gone));
});

it.each([
  ['10:05:40', 6],
  ['10:00:10', 0],
  ['13:00:00', 180],
  ['13:01:00', null],
  ['09:58:00', null],
])('a survey entered at 10:00 that ended at %s took %s minutes', (time, minutes) => {
  expect(minutesUntil(new Date('2026-11-15T10:00:00Z'), new Date(`2026-11-15T${time}Z`))).toBe(minutes);
});

it.each([
  [10, 10, true],
  [19, 10, true],
  [20, 10, false],
  [9, 9, false],
  [20, 0, false],
  [200, 101, true],
  [200, 100, false],
  [0, 0, false],
])('of %i people %i dropped late: left out of the list is %s', (people, droppedLate, leftOut) => {
  expect(isLeftOut({ people, droppedLate })).toBe(leftOut);
});
