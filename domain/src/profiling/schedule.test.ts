import { describe, expect, it } from 'vitest';
import { firstDueAt, nextDueAt } from './schedule.ts';
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
