import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { debtsLeft, isReversalReportable, listedSurveys, type UnpaidSurvey } from './reportable.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const ago = (ms: number) => new Date(AT.getTime() - ms);
const abandoned: UnpaidSurvey = {
  openedAt: ago(2 * DAY_MS),
  finishedAt: null,
  returnedAt: null,
  endedAt: ago(DAY_MS),
  outcome: 'drop',
  isWithoutCredit: false,
  report: null,
};
const finished: UnpaidSurvey = { ...abandoned, finishedAt: ago(2 * DAY_MS), outcome: null };
const OPEN = { answeredAt: null };
const ANSWERED = { answeredAt: ago(HOUR_MS) };

describe('surveys without a reward', () => {
  it.each<[string, UnpaidSurvey, string | null]>([
    ['finished two days ago', finished, 'finished, waiting, reportable'],
    ['finished 24 hours ago', { ...finished, finishedAt: ago(24 * HOUR_MS) }, 'finished, waiting, reportable'],
    ['finished less than 24 hours ago', { ...finished, finishedAt: ago(24 * HOUR_MS - 1) }, 'finished, waiting'],
    ['reported as complete, without a return', { ...abandoned, outcome: 'tentative' }, 'finished, waiting, reportable'],
    ['finished, and screened out by the partner', { ...finished, outcome: 'screenout' }, null],
    ['finished, and paid for before', { ...finished, isWithoutCredit: true }, null],
    ['screened out after a report', { ...finished, outcome: 'screenout', report: OPEN }, 'finished, reported'],
    ['finished and answered', { ...finished, report: ANSWERED }, 'finished, answered'],
    ['abandoned two days ago', abandoned, 'started, unfinished, reportable'],
    ['abandoned a week ago', { ...abandoned, openedAt: ago(7 * DAY_MS) }, null],
    [
      'abandoned a week ago and reported',
      { ...abandoned, openedAt: ago(7 * DAY_MS), report: OPEN },
      'started, reported',
    ],
    ['left by coming back', { ...abandoned, returnedAt: ago(DAY_MS) }, null],
    ['screened out', { ...abandoned, outcome: 'screenout', returnedAt: ago(DAY_MS) }, null],
    ['opened 60 days ago and reported', { ...finished, openedAt: ago(60 * DAY_MS), report: OPEN }, null],
  ])('%s', (_, survey, listed) => {
    const entries = listedSurveys([survey], AT).map(({ kind, state, isReportable }) =>
      [kind, state, ...(isReportable ? ['reportable'] : [])].join(', '),
    );
    expect(entries).toEqual(listed === null ? [] : [listed]);
  });

  it('lists the three latest unfinished surveys, reported ones first', () => {
    const days = [1, 2, 3, 4].map((day) => ({ ...abandoned, openedAt: ago(day * DAY_MS) }));
    const surveys = [...days, { ...abandoned, openedAt: ago(30 * DAY_MS), report: OPEN }];
    expect(listedSurveys(surveys, AT).map(({ at }) => (AT.getTime() - at.getTime()) / DAY_MS)).toEqual([30, 1, 2]);
  });

  it('lists the twenty latest finished surveys', () => {
    const surveys = Array.from({ length: 25 }, (_, hour) => ({ ...finished, finishedAt: ago(hour * HOUR_MS) }));
    expect(listedSurveys(surveys, AT).map(({ survey }) => survey)).toEqual(surveys.slice(0, 20));
  });
});

it('a reversal can be reported once, for 60 days', () => {
  expect(isReversalReportable(ago(60 * DAY_MS - 1), null, AT)).toBe(true);
  expect(isReversalReportable(ago(60 * DAY_MS), null, AT)).toBe(false);
  expect(isReversalReportable(ago(DAY_MS), ANSWERED, AT)).toBe(false);
});

it.each([
  [[500, 300], 800, [500, 300]],
  [[500, 300], 600, [500, 100]],
  [[500, 300], 400, [400, 0]],
  [[0, 300], 300, [0, 300]],
  [[500, 300], 0, [0, 0]],
])('splits debts %j, newest first, with %d owed, into %j', (debts, owed, left) => {
  expect(debtsLeft(debts.map(BigInt), BigInt(owed))).toEqual(left.map(BigInt));
});
