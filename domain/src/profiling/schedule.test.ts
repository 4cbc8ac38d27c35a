import { describe, expect, it } from 'vitest';
import { dueSurveys } from './schedule.ts';

const registered = new Date('2026-11-15T08:00:00Z');
const at = (iso: string) => new Date(iso);

describe('S5: a profiling survey is asked for only while it is due', () => {
  it('the second round at once, and once', () => {
    expect(dueSurveys(registered, {}, registered)).toEqual(['second-round']);
    const answered = { 'second-round': at('2026-11-15T09:00:00Z') };
    expect(dueSurveys(registered, answered, at('2027-02-15T07:59:59Z'))).toEqual([]);
  });

  it('the quarterly three months and the yearly twelve after registration', () => {
    const answered = { 'second-round': registered };
    expect(dueSurveys(registered, answered, at('2027-02-15T08:00:00Z'))).toEqual(['quarterly']);
    expect(dueSurveys(registered, answered, at('2027-11-15T08:00:00Z'))).toEqual(['quarterly', 'yearly']);
  });

  it('then again after the last answer', () => {
    const answered = { 'second-round': registered, quarterly: at('2027-03-01T12:00:00Z') };
    expect(dueSurveys(registered, answered, at('2027-06-01T11:59:59Z'))).toEqual([]);
    expect(dueSurveys(registered, answered, at('2027-06-01T12:00:00Z'))).toEqual(['quarterly']);
  });
});
