import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../durations.ts';
import type { Answers } from '../questionnaire/definition.ts';
import { checkContradictions } from './contradictions.ts';
import {
  GOOD_SCORE,
  type LeftOut,
  type Observation,
  type Observations,
  SIGNAL_RULES,
  SIGNALS,
  type Signal,
  scoreQuality,
} from './score.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const ago = (days: number) => new Date(AT.getTime() - days * DAY_MS);
/** This many that count against the panelist, of so many. */
const seen = (against: number, of: number, days = 10): Observation[] =>
  Array.from({ length: of }, (_, index) => ({ at: ago(days), weight: index < against ? 1 : 0 }));
const NOTHING: Observations = {
  contradictions: [],
  'fast-surveys': [],
  'fast-forms': [],
  reversals: [],
  quarantined: [],
  disputes: [],
};
const score = (observed: Partial<Observations>, leftOut: LeftOut = {}) =>
  scoreQuality({ ...NOTHING, ...observed }, leftOut, AT);
const pointsFor = (signal: Signal, observed: readonly Observation[]) =>
  score({ [signal]: observed }).signals.find((one) => one.signal === signal)?.points;

describe('the points of a signal', () => {
  it.each<[Signal, number, number, number]>([
    ['contradictions', 0, 12, 45],
    ['contradictions', 1, 12, 45],
    ['contradictions', 2, 12, 23],
    ['contradictions', 3, 12, 0],
    ['contradictions', 8, 12, 0],
    ['fast-surveys', 1, 1, 25],
    ['fast-surveys', 2, 2, 13],
    ['fast-surveys', 2, 41, 23],
    ['fast-surveys', 20, 40, 0],
    ['fast-forms', 0, 3, 10],
    ['fast-forms', 1, 1, 0],
    ['fast-forms', 1, 4, 5],
    ['reversals', 1, 1, 12],
    ['reversals', 3, 10, 4],
    ['reversals', 9, 10, 0],
    ['quarantined', 1, 1, 4],
    ['quarantined', 3, 3, 0],
    ['disputes', 2, 2, 4],
    ['disputes', 6, 6, 0],
  ])('%s: %i of %i', (signal, against, of, points) => {
    expect(pointsFor(signal, seen(against, of))).toBe(points);
  });

  it('a report that was upheld makes up for one that was declined', () => {
    const upheld: Observation = { at: ago(1), weight: -1 };
    expect(pointsFor('disputes', seen(5, 5))).toBe(1);
    expect(pointsFor('disputes', [...seen(5, 5), upheld, upheld, upheld])).toBe(4);
    expect(pointsFor('disputes', [upheld])).toBe(4);
  });

  it('add up to the score, which is 100 without anything against the panelist', () => {
    expect(SIGNALS.reduce((sum, signal) => sum + SIGNAL_RULES[signal].weight, 0)).toBe(100);
    expect(score({ reversals: seen(0, 1) }).score).toBe(100);
    const { score: total, signals } = score({ contradictions: seen(2, 9), 'fast-forms': seen(1, 1) });
    expect(total).toBe(68);
    expect(signals.reduce((sum, { points }) => sum + points, 0)).toBe(68);
    expect(signals[0]).toMatchObject({ against: 2, of: 9, weight: 45, points: 23, lastAt: ago(10) });
  });
});

it('there is no score before anything was seen', () => {
  expect(score({}).score).toBeNull();
});

it('only the last 12 months count', () => {
  expect(score({ contradictions: seen(5, 5, 364) }).score).toBe(55);
  expect(score({ contradictions: seen(5, 5, 367) }).score).toBeNull();
});

it('what was seen before two people left the signal out doesn’t count; what comes later does', () => {
  const contradictions = seen(3, 3, 20);
  expect(score({ contradictions }).score).toBe(55);
  expect(score({ contradictions, reversals: seen(0, 1) }, { contradictions: ago(20) }).score).toBe(100);
  expect(score({ contradictions: [...contradictions, ...seen(3, 3, 5)] }, { contradictions: ago(20) }).score).toBe(55);
});

it('no signal alone but the answers brings a score below what is good', () => {
  for (const signal of SIGNALS)
    expect((score({ [signal]: seen(20, 20) }).score ?? 0) < GOOD_SCORE, signal).toBe(signal === 'contradictions');
});

/** The same household, described consistently by a person of this origin. */
const scoreOf = (origin: Answers) => {
  const home = { lsm_appliances: ['tv', 'microwave'], kitchen_sink: false, microwave: true, motor_car: false };
  const forms = [
    { at: ago(200), answers: { ...home, ...origin, work_status: 'full_time' } },
    { at: ago(20), answers: { ...home, ...origin, kitchen_sink: true } },
  ];
  return score({ contradictions: checkContradictions(forms) });
};

it('two people who differ only in ethnicity, language, province and income, consistently, have the same score', () => {
  const one = scoreOf({
    first_language: 'isizulu',
    second_language: 'english',
    province: 'kwazulu_natal',
    closest_city: 'durban',
    lsm_city: 'durban',
    lsm_residential_area: 'urban',
    personal_monthly_income: 'from_800',
    household_monthly_income: 'from_2501',
    ethnicity: 'black',
  });
  const other = scoreOf({
    first_language: 'afrikaans',
    second_language: 'no',
    province: 'western_cape',
    closest_city: 'george',
    lsm_city: 'none',
    lsm_residential_area: 'none',
    personal_monthly_income: 'over_100000',
    household_monthly_income: 'over_100000',
    ethnicity: 'white',
  });
  expect(other).toEqual(one);
  expect(one.signals[0]?.against).toBe(1);
});

it('a stored signal names rules and counts, never an answer', () => {
  const signals = JSON.stringify(
    scoreOf({ province: 'gauteng', closest_city: 'durban', personal_monthly_income: 'none' }).signals,
  );
  for (const answer of ['gauteng', 'durban', 'none', 'full_time', 'microwave":true'])
    expect(signals).not.toContain(`"${answer}"`);
  expect(signals).toContain('"closest-city":2');
});
