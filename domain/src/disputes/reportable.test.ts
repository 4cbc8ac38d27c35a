import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Outcome } from '../partners/outcomes.ts';
import { DISPUTE_KINDS, REPORT_REASONS } from './disputes.ts';
import { debtsLeft, isRewardReportable, listedSurveys, type UnpaidSurvey } from './reportable.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const ago = (ms: number) => new Date(AT.getTime() - ms);
const abandoned: UnpaidSurvey = {
  openedAt: ago(2 * DAY_MS),
  finishedAt: null,
  returnedAt: null,
  endedAt: ago(DAY_MS),
  outcome: 'drop',
  returnOutcome: null,
  isWithoutCredit: false,
  report: null,
};
const finished: UnpaidSurvey = { ...abandoned, finishedAt: ago(2 * DAY_MS), outcome: null };
/** Ended by the partner after this many minutes. */
const endedAs = (outcome: Outcome, minutes: number): UnpaidSurvey => ({
  ...abandoned,
  outcome,
  endedAt: ago(2 * DAY_MS - minutes * MINUTE_MS),
});
const OPEN = { answeredAt: null };
const ANSWERED = { answeredAt: ago(HOUR_MS) };

describe('surveys without a reward', () => {
  it.each<[string, UnpaidSurvey, string | null]>([
    ['finished two days ago', finished, 'finished, waiting, reportable'],
    ['finished 24 hours ago', { ...finished, finishedAt: ago(24 * HOUR_MS) }, 'finished, waiting, reportable'],
    ['finished less than 24 hours ago', { ...finished, finishedAt: ago(24 * HOUR_MS - 1) }, 'finished, waiting'],
    ['reported as complete, without a return', { ...abandoned, outcome: 'tentative' }, 'finished, waiting, reportable'],
    [
      'finished, and screened out by the partner',
      { ...endedAs('screenout', 6), finishedAt: ago(DAY_MS) },
      'ended, did-not-qualify, reportable',
    ],
    ['finished, and paid for before', { ...finished, isWithoutCredit: true }, null],
    [
      'finished, and rejected by two people',
      { ...finished, outcome: 'reversed', isWithoutCredit: true },
      'ended, did-not-qualify, reportable',
    ],
    ['screened out after a report', { ...finished, outcome: 'screenout', report: OPEN }, 'finished, reported'],
    ['finished and answered', { ...finished, report: ANSWERED }, 'finished, answered'],
    ['abandoned two days ago', abandoned, 'started, unfinished, reportable'],
    ['abandoned a week ago', { ...abandoned, openedAt: ago(7 * DAY_MS) }, null],
    [
      'abandoned a week ago and reported',
      { ...abandoned, openedAt: ago(7 * DAY_MS), report: OPEN },
      'started, reported',
    ],
    [
      'screened out, which only the browser’s return said, after 6 minutes',
      { ...abandoned, returnedAt: ago(2 * DAY_MS - 6 * MINUTE_MS), returnOutcome: 'screenout' },
      'ended, did-not-qualify, reportable',
    ],
    [
      'full, as the partner reported after another return',
      { ...endedAs('overquota', 1), returnOutcome: 'screenout' },
      'ended, full',
    ],
    ['left by coming back', { ...abandoned, returnedAt: ago(DAY_MS) }, null],
    ['screened out after 4 minutes', endedAs('screenout', 4.4), 'ended, did-not-qualify'],
    ['screened out after 5 minutes', endedAs('screenout', 5), 'ended, did-not-qualify, reportable'],
    [
      'screened out, the browser back after 2 minutes',
      { ...endedAs('screenout', 9), returnedAt: ago(2 * DAY_MS - 2 * MINUTE_MS) },
      'ended, did-not-qualify',
    ],
    [
      'screened out after 1 minute, the browser’s return kept back for 6',
      { ...endedAs('screenout', 1), returnedAt: ago(2 * DAY_MS - 6 * MINUTE_MS) },
      'ended, did-not-qualify',
    ],
    ['screened out, and reported by the partner a day later', endedAs('screenout', 24 * 60), 'ended, did-not-qualify'],
    ['screened out and reported', { ...endedAs('screenout', 9), report: OPEN }, 'ended, reported'],
    ['screened out and answered', { ...endedAs('screenout', 9), report: ANSWERED }, 'ended, answered'],
    ['refused as a duplicate', endedAs('duplicate', 1), 'ended, did-not-qualify'],
    ['refused for its quality', endedAs('quality', 12), 'ended, did-not-qualify, reportable'],
    ['full after 12 minutes', endedAs('overquota', 12), 'ended, full, reportable'],
    ['full at once', endedAs('overquota', 0), 'ended, full'],
    ['failed', endedAs('technical', 1), 'ended, technical'],
    ['blocked by the partner', endedAs('blocked', 1), 'ended, technical'],
    ['sent to no survey', endedAs('no_survey', 1), null],
    ['screened out 60 days ago', { ...endedAs('screenout', 9), openedAt: ago(60 * DAY_MS) }, null],
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

it('the twenty latest ended surveys are listed, reported ones first, with their minutes', () => {
  const surveys = Array.from({ length: 25 }, (_, hour) => ({
    ...endedAs('screenout', 3),
    endedAt: ago(hour * HOUR_MS),
  }));
  const reported = { ...endedAs('screenout', 7), report: OPEN };
  const listed = listedSurveys([...surveys, reported], AT);
  expect(listed.map(({ survey }) => survey)).toEqual([reported, ...surveys.slice(0, 19)]);
  expect(listed[0]?.minutes).toBe(7);
});

it('every row that can be reported offers something else last, and every reason is offered somewhere', () => {
  const offered = Object.values(REPORT_REASONS);
  expect(offered.map((reasons) => reasons.at(-1))).toEqual(Array(offered.length).fill('other'));
  expect(new Set(offered.flat())).toEqual(new Set(DISPUTE_KINDS));
});

it('a reward or a reversal can be reported once, for 60 days', () => {
  expect(isRewardReportable(ago(60 * DAY_MS - 1), null, AT)).toBe(true);
  expect(isRewardReportable(ago(60 * DAY_MS), null, AT)).toBe(false);
  expect(isRewardReportable(ago(DAY_MS), ANSWERED, AT)).toBe(false);
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
