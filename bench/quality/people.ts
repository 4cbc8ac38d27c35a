/**
 * Synthetic panelists, to see how the score behaves: honest people who make slips, careless ones, speeders and bots. Written from how people answer
 * forms, without looking at the score. Real panelists are different.
 */

import { DAY_MS } from '@panel/domain/durations';
import { registration } from '@panel/domain/panelists/registration';
import { quarterly } from '@panel/domain/profiling/quarterly';
import { secondRound } from '@panel/domain/profiling/second-round';
import { yearly } from '@panel/domain/profiling/yearly';
import { checkContradictions } from '@panel/domain/quality/contradictions';
import type { Observation, Observations } from '@panel/domain/quality/score';
import { isFastForm, isFastSurvey } from '@panel/domain/quality/speed';
import {
  type Answer,
  type Answers,
  type Question,
  type Questionnaire,
  sentAsksOf,
} from '@panel/domain/questionnaire/definition';
import { givenAnswers } from '@panel/domain/questionnaire/given-answers';

export const KINDS = ['honest', 'careless', 'speeding', 'bot'] as const;
export type Kind = (typeof KINDS)[number];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
type Random = () => number;

const chance = (random: Random, share: number): boolean => random() < share;
const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
/** Around a median, never below zero, with a long tail, as times are. */
const timeAround = (random: Random, median: number, spread: number): number => {
  const normal = Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
};

/** How a kind of person behaves. Shares are of the answers, forms or surveys. */
type Behaviour = {
  /** Answers that are picked without reading. */
  readonly unread: number;
  /** Ticks forgotten in a long list. */
  readonly forgotten: number;
  readonly secondsPerQuestion: number;
  /** Of the survey's usual length. */
  readonly surveyShare: number;
  /** Surveys that are rushed through, at a quarter of the usual length. */
  readonly rushed: number;
  /** Completes that a partner takes back. */
  readonly reversed: number;
  /** Phones that don't tell the time, or have restored a draft. */
  readonly untimed: number;
};
const BEHAVIOUR: Readonly<Record<Kind, Behaviour>> = {
  honest: {
    unread: 0.01,
    forgotten: 0.03,
    secondsPerQuestion: 6,
    surveyShare: 0.95,
    rushed: 0.02,
    reversed: 0.04,
    untimed: 0.3,
  },
  careless: {
    unread: 0.35,
    forgotten: 0.15,
    secondsPerQuestion: 3,
    surveyShare: 0.7,
    rushed: 0.15,
    reversed: 0.12,
    untimed: 0.3,
  },
  speeding: {
    unread: 0.15,
    forgotten: 0.15,
    secondsPerQuestion: 1.2,
    surveyShare: 0.35,
    rushed: 0.5,
    reversed: 0.2,
    untimed: 0.3,
  },
  // Half of them fake the time that a form took.
  bot: { unread: 1, forgotten: 0, secondsPerQuestion: 0.3, surveyShare: 0.3, rushed: 0.5, reversed: 0.3, untimed: 0.5 },
};

type Home = { readonly province: string; readonly closest: string; readonly lsm: string; readonly isCity: boolean };
const HOMES: readonly Home[] = [
  { province: 'gauteng', closest: 'johannesburg', lsm: 'johannesburg', isCity: true },
  { province: 'gauteng', closest: 'johannesburg', lsm: 'soweto', isCity: true },
  { province: 'gauteng', closest: 'pretoria', lsm: 'pretoria', isCity: true },
  { province: 'gauteng', closest: 'sasolburg', lsm: 'vaal', isCity: true },
  { province: 'western_cape', closest: 'cape_town', lsm: 'cape_town', isCity: true },
  { province: 'western_cape', closest: 'george', lsm: 'none', isCity: false },
  { province: 'kwazulu_natal', closest: 'durban', lsm: 'durban', isCity: true },
  { province: 'kwazulu_natal', closest: 'newcastle', lsm: 'none', isCity: false },
  { province: 'eastern_cape', closest: 'east_london', lsm: 'east_london', isCity: true },
  { province: 'eastern_cape', closest: 'other', lsm: 'none', isCity: false },
  { province: 'limpopo', closest: 'polokwane', lsm: 'none', isCity: false },
  { province: 'mpumalanga', closest: 'witbank', lsm: 'witbank', isCity: true },
  { province: 'north_west', closest: 'pretoria', lsm: 'none', isCity: false },
  { province: 'free_state', closest: 'bloemfontein', lsm: 'bloemfontein', isCity: true },
  { province: 'northern_cape', closest: 'upington', lsm: 'none', isCity: false },
];

const EDUCATION = ['degree', 'diploma', 'certificate', 'matric', 'matric', 'some_high_school', 'primary'];
const WORK = ['full_time', 'part_time', 'self_employed', 'side_hustle', 'not_employed', 'student'];

/** What is true of a person. */
function truthOf(random: Random): Answers {
  const home = oneOf(random, HOMES);
  const [vehicle, sink, security, microwave, insideToilet] = [0.35, 0.6, 0.15, 0.6, 0.55].map((share) =>
    chance(random, share),
  );
  const car = vehicle === true && chance(random, 0.85);
  const items = {
    kitchen_sink: sink,
    home_security: security,
    microwave,
    flush_toilet: insideToilet || chance(random, 0.4),
    motor_vehicle: vehicle,
  };
  const others = ['tv', 'fridge', 'electric_stove', 'tap_water', 'two_cellphones', 'washing_machine'].filter(() =>
    chance(random, 0.7),
  );
  const work = oneOf(random, WORK);
  const earns = work === 'full_time' || work === 'part_time' || work === 'self_employed';
  return {
    lsm_appliances: [...others, ...Object.entries(items).flatMap(([code, has]) => (has ? [code] : []))],
    kitchen_sink: sink === true,
    flush_toilet: insideToilet === true,
    home_security: security === true,
    microwave: microwave === true,
    motor_car: car,
    vehicle_ownership: vehicle === true && chance(random, 0.6),
    province: home.province,
    closest_city: home.closest,
    lsm_city: home.lsm,
    lsm_residential_area:
      home.isCity || chance(random, 0.4) ? 'urban' : home.province === 'western_cape' ? 'none' : 'rural',
    work_status: work,
    personal_monthly_income: earns
      ? oneOf(random, ['from_800', 'from_2501', 'from_5001', 'from_11001', 'from_20001'])
      : oneOf(random, ['none', 'under_800']),
    education_level: oneOf(random, EDUCATION),
    parent_of_a_child_under_18: chance(random, 0.45),
    first_language: oneOf(random, ['isizulu', 'isixhosa', 'afrikaans', 'english', 'sepedi']),
  };
}

function guess(random: Random, question: Question): Answer {
  if (question.kind === 'many') return question.options.filter(() => chance(random, 0.3)).map(({ code }) => code);
  if ('options' in question) return oneOf(random, question.options).code;
  return chance(random, 0.5);
}

/** What a person answers: mostly the truth, with the slips of their kind. */
function answer(random: Random, { unread, forgotten }: Behaviour, question: Question, truth: Answers): Answer {
  const right = truth[question.id] ?? guess(random, question);
  if (chance(random, unread)) return guess(random, question);
  return Array.isArray(right) ? right.filter(() => !chance(random, forgotten)) : right;
}

const FORMS: readonly { readonly definition: Questionnaire; readonly day: number }[] = [
  { definition: registration, day: 0 },
  { definition: secondRound, day: 3 },
  { definition: quarterly, day: 92 },
  { definition: quarterly, day: 185 },
  { definition: quarterly, day: 280 },
  { definition: yearly, day: 364 },
];

/** A year of a person of this kind, ending now. `slips` multiplies the slips of the kind. */
export function observePerson(random: Random, kind: Kind, at: Date, slips = 1): Observations {
  const usual = BEHAVIOUR[kind];
  const behaviour = { ...usual, unread: slips * usual.unread, forgotten: slips * usual.forgotten };
  const truth = truthOf(random);
  const joined = at.getTime() - 364 * DAY_MS;
  // Not everyone answers every form.
  const forms = FORMS.filter(({ day }) => day === 0 || chance(random, 0.7)).map(({ definition, day }) => {
    const questions = sentAsksOf(definition).map(({ question }) => question);
    const answers = Object.fromEntries(
      questions.map((question) => [question.id, answer(random, behaviour, question, truth)]),
    );
    const seconds = questions.length * timeAround(random, behaviour.secondsPerQuestion, 0.4);
    const isTimed = !chance(random, behaviour.untimed);
    return {
      at: new Date(joined + day * DAY_MS),
      definition,
      answers: givenAnswers(definition, answers),
      seconds: isTimed ? Math.round(seconds) : null,
    };
  });
  const surveys = Array.from({ length: Math.round(timeAround(random, kind === 'bot' ? 25 : 12, 0.7)) }, () => {
    const usual = timeAround(random, 600, 0.5);
    const share = chance(random, behaviour.rushed) ? 0.25 : behaviour.surveyShare;
    const seconds = usual * timeAround(random, share, 0.25);
    return {
      at: new Date(joined + random() * 360 * DAY_MS),
      isFast: isFastSurvey(seconds, chance(random, 0.6) ? usual : null),
      isReversed: chance(random, behaviour.reversed),
    };
  });
  const seen = (when: Date, isAgainst: boolean): Observation => ({ at: when, weight: Number(isAgainst) });
  return {
    contradictions: checkContradictions(forms),
    'fast-forms': forms.flatMap(({ definition, seconds, at: when }) => {
      const isFast = isFastForm(definition, seconds);
      return isFast === null ? [] : [seen(when, isFast)];
    }),
    'fast-surveys': surveys.flatMap(({ at: when, isFast }) => (isFast === null ? [] : [seen(when, isFast)])),
    reversals: surveys.map(({ at: when, isReversed }) => seen(when, isReversed)),
    quarantined: [],
    disputes: surveys.filter(() => chance(random, 0.03)).map(({ at: when }) => seen(when, chance(random, 0.4))),
  };
}
