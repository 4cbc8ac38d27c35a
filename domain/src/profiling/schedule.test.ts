import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS } from '../durations.ts';
import { decideInvitation, firstDueAt, nextDueAt } from './schedule.ts';
import { PROFILING_SURVEYS, type ProfilingSurvey } from './surveys.ts';

const registeredAt = new Date('2026-11-15T08:00:00Z');
const answeredAt = new Date('2027-03-01T12:00:00Z');
const datesOf = (dueAt: (survey: ProfilingSurvey) => Date | null) =>
  PROFILING_SURVEYS.map((survey) => dueAt(survey)?.toISOString() ?? null);

describe('S5: a profiling survey falls due', () => {
  it('for the first time at registration, three months and twelve months after it', () => {
    expect(datesOf((survey) => firstDueAt(survey, registeredAt))).toEqual([
      '2026-11-15T08:00:00.000Z',
      '2027-02-15T08:00:00.000Z',
      '2027-11-15T08:00:00.000Z',
    ]);
  });

  it('again three and twelve months after the last answer; the second round never again', () => {
    expect(datesOf((survey) => nextDueAt(survey, answeredAt))).toEqual([
      null,
      '2027-06-01T12:00:00.000Z',
      '2028-03-01T12:00:00.000Z',
    ]);
  });
});

it.each([
  ['is invited', {}, true, 30],
  ['who can’t be contacted is not', { isContactable: false, isAtLimit: true }, false, 30],
  ['at the weekly contact limit is not', { isAtLimit: true }, false, 1],
  ['who is invited to another survey is not', { hasOther: true }, false, 1],
])('S11: a panelist %s', (_, facts, isInvited, days) =>
  expect(decideInvitation({ isContactable: true, isAtLimit: false, hasOther: false, ...facts }, answeredAt)).toEqual({
    isInvited,
    lookAgainAt: addMs(answeredAt, days * DAY_MS),
  }),
);
