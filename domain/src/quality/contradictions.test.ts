import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../durations.ts';
import { lsmCities } from '../profiling/options/living-standard.ts';
import { closestCities } from '../profiling/options/origin.ts';
import { provinces } from '../profiling/options/profile.ts';
import type { Answers } from '../questionnaire/definition.ts';
import { CHANGE_RULES, checkContradictions, FORM_RULES, SAME_ROUND_MS, type SentForm } from './contradictions.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const after = (days: number) => new Date(AT.getTime() + days * DAY_MS);
const broken = (forms: readonly SentForm[]) => checkContradictions(forms).filter(({ weight }) => weight > 0);
const brokenBy = (...forms: Answers[]) =>
  broken(forms.map((answers, index) => ({ at: after(index * 90), answers }))).map(({ rule }) => rule);

/** Each rule broken, kept in every way that looks like a contradiction, and with one answer missing. */
const FORM_CASES: Readonly<Record<string, { broken: Answers[]; kept: Answers[]; unanswered: Answers }>> = {
  'kitchen-sink': {
    broken: [
      { lsm_appliances: ['kitchen_sink'], kitchen_sink: false },
      { lsm_appliances: ['tv'], kitchen_sink: true },
    ],
    kept: [
      { lsm_appliances: ['kitchen_sink'], kitchen_sink: true },
      { lsm_appliances: ['tv'], kitchen_sink: false },
    ],
    unanswered: { kitchen_sink: true },
  },
  'home-security': {
    broken: [{ lsm_appliances: ['home_security'], home_security: false }],
    kept: [{ lsm_appliances: ['home_security'], home_security: true }],
    unanswered: { lsm_appliances: ['home_security'] },
  },
  microwave: {
    broken: [{ lsm_appliances: [], microwave: true }],
    kept: [{ lsm_appliances: [], microwave: false }],
    unanswered: { microwave: true },
  },
  'flush-toilet': {
    broken: [{ lsm_appliances: ['tv'], flush_toilet: true }],
    kept: [
      { lsm_appliances: ['flush_toilet'], flush_toilet: false },
      { lsm_appliances: ['flush_toilet'], flush_toilet: true },
    ],
    unanswered: { flush_toilet: true },
  },
  'motor-car': {
    broken: [{ lsm_appliances: ['tv'], motor_car: true }],
    kept: [
      { lsm_appliances: ['motor_vehicle'], motor_car: false },
      { lsm_appliances: ['motor_vehicle'], motor_car: true },
    ],
    unanswered: { motor_car: true },
  },
  'own-vehicle': {
    broken: [{ vehicle_ownership: true, lsm_appliances: ['tv'], motor_car: false }],
    kept: [
      { vehicle_ownership: false, lsm_appliances: ['motor_vehicle'], motor_car: true },
      { vehicle_ownership: true, lsm_appliances: ['motor_vehicle'], motor_car: false },
    ],
    unanswered: { vehicle_ownership: true, motor_car: false },
  },
  'closest-city': {
    broken: [{ province: 'gauteng', closest_city: 'cape_town' }],
    kept: [
      { province: 'gauteng', closest_city: 'sasolburg' },
      { province: 'gauteng', closest_city: 'other' },
      { province: 'abroad', closest_city: 'bloemfontein' },
    ],
    unanswered: { closest_city: 'cape_town' },
  },
  'city-and-province': {
    broken: [
      { province: 'limpopo', lsm_city: 'durban' },
      { province: 'abroad', lsm_city: 'durban' },
    ],
    kept: [
      { province: 'limpopo', lsm_city: 'none' },
      { province: 'free_state', lsm_city: 'vaal' },
      { province: 'abroad', lsm_city: 'none' },
    ],
    unanswered: { province: 'limpopo' },
  },
  'city-and-area': {
    broken: [{ lsm_city: 'soweto', lsm_residential_area: 'rural' }],
    kept: [
      { lsm_city: 'soweto', lsm_residential_area: 'urban' },
      { lsm_city: 'polokwane', lsm_residential_area: 'rural' },
      { lsm_city: 'none', lsm_residential_area: 'rural' },
    ],
    unanswered: { lsm_residential_area: 'rural' },
  },
  'income-and-work': {
    broken: [{ personal_monthly_income: 'none', work_status: 'full_time' }],
    kept: [
      { personal_monthly_income: 'none', work_status: 'student' },
      { personal_monthly_income: 'under_800', work_status: 'full_time' },
    ],
    unanswered: { personal_monthly_income: 'none' },
  },
};

/** The answers to one question in consecutive rounds. */
const CHANGE_CASES: Readonly<Record<string, { broken: Answers[][]; kept: Answers[][]; unanswered: Answers[] }>> = {
  'less-education': {
    broken: [[{ education_level: 'matric' }, { education_level: 'primary' }]],
    kept: [
      [{ education_level: 'matric' }, { education_level: 'degree' }],
      [{ education_level: 'professional' }, { education_level: 'postgraduate' }],
    ],
    unanswered: [{ education_level: 'matric' }, {}],
  },
  'another-first-language': {
    broken: [[{ first_language: 'isizulu' }, { first_language: 'english' }]],
    kept: [[{ first_language: 'isizulu' }, { first_language: 'isizulu' }]],
    unanswered: [{}, { first_language: 'isizulu' }],
  },
  'another-date-of-birth': {
    broken: [
      [{ dob: 'mark-1' }, { dob: 'mark-2' }, { dob: 'mark-3' }],
      [{ dob: 'mark-1' }, { dob: 'mark-2' }, { dob: 'mark-1' }],
    ],
    kept: [
      // Confirmed and corrected, in any order.
      [{ dob: 'mark-1' }, { dob: 'mark-2' }],
      [{ dob: 'mark-1' }, { dob: 'mark-1' }, { dob: 'mark-2' }],
      [{ dob: 'mark-1' }, { dob: 'mark-2' }, { dob: 'mark-2' }],
    ],
    unanswered: [{ dob: 'mark-1' }],
  },
  'parent-and-back': {
    broken: [
      [
        { parent_of_a_child_under_18: true },
        { parent_of_a_child_under_18: false },
        { parent_of_a_child_under_18: true },
      ],
    ],
    kept: [
      [{ parent_of_a_child_under_18: true }, { parent_of_a_child_under_18: false }],
      [
        { parent_of_a_child_under_18: false },
        { parent_of_a_child_under_18: true },
        { parent_of_a_child_under_18: true },
      ],
    ],
    unanswered: [{ parent_of_a_child_under_18: true }, {}, { parent_of_a_child_under_18: true }],
  },
};

describe('a rule within a form', () => {
  it.each(FORM_RULES.map(({ id }) => id))('%s: broken, kept and unanswered', (id) => {
    const { broken = [], kept = [], unanswered = {} } = FORM_CASES[id] ?? {};
    expect(broken.length * kept.length).toBeGreaterThan(0);
    for (const answers of broken) expect(brokenBy(answers), JSON.stringify(answers)).toEqual([id]);
    for (const answers of kept) expect(brokenBy(answers), JSON.stringify(answers)).toEqual([]);
    expect(brokenBy(unanswered)).toEqual([]);
  });

  it('compares answers of two forms within 30 days, and not later', () => {
    const brokenAfter = (days: number) =>
      broken([
        { at: AT, answers: { province: 'gauteng' } },
        { at: after(days), answers: { closest_city: 'durban' } },
      ]);
    expect(brokenAfter(30)).toEqual([{ rule: 'closest-city', weight: 1, at: after(30) }]);
    expect(brokenAfter(31)).toEqual([]);
    expect(SAME_ROUND_MS).toBe(30 * DAY_MS);
  });

  it('counts once, with the form that completes the disagreement', () => {
    const forms = [
      { at: AT, answers: { province: 'gauteng', closest_city: 'durban' } },
      { at: after(1), answers: { work_status: 'student' } },
    ];
    expect(broken(forms)).toHaveLength(1);
  });

  it('knows the province of every city in both lists', () => {
    for (const { code } of [...closestCities, ...lsmCities]) {
      const far = provinces.filter(({ code: province }) => brokenBy({ province, closest_city: code }).length > 0);
      expect(far.length > 0, code).toBe(code !== 'other' && code !== 'none');
    }
  });
});

describe('a change between rounds', () => {
  it.each(CHANGE_RULES.map(({ id }) => id))('%s: broken, kept and unanswered', (id) => {
    const { broken = [], kept = [], unanswered = [] } = CHANGE_CASES[id] ?? {};
    expect(broken.length * kept.length).toBeGreaterThan(0);
    for (const forms of broken) expect(brokenBy(...forms), JSON.stringify(forms)).toEqual([id]);
    for (const forms of kept) expect(brokenBy(...forms), JSON.stringify(forms)).toEqual([]);
    expect(brokenBy(...unanswered)).toEqual([]);
  });

  it('counts less than a contradiction within a form', () => {
    const weightOf = (...forms: Answers[]) => broken(forms.map((answers) => ({ at: AT, answers })))[0]?.weight;
    expect(weightOf({ dob: 'a' }, { dob: 'b' }, { dob: 'c' })).toBeLessThan(
      weightOf({ lsm_appliances: [], microwave: true }) ?? 0,
    );
  });
});

it('every rule explains itself in a sentence that names no answer', () => {
  const named = [...provinces, ...closestCities, ...lsmCities].filter(
    // The question itself is about these two provinces.
    ({ code }) => !['other', 'none', 'gauteng', 'western_cape', 'abroad'].includes(code),
  );
  for (const { id, sentence } of [...FORM_RULES, ...CHANGE_RULES]) {
    expect(sentence, id).toMatch(/^[A-Z“].*\.$/);
    for (const { label } of named) expect(sentence, id).not.toContain(label);
  }
});
