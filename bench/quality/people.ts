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
import { isFastForm } from '@panel/domain/quality/speed';
import {
  type Answer,
  type Answers,
  type Question,
  type Questionnaire,
  sentAsksOf,
} from '@panel/domain/questionnaire/definition';
import { givenAnswers } from '@panel/domain/questionnaire/given-answers';
import { isFastSurvey } from '@panel/domain/rewards/pricing';
import { truthOf } from '../../scripts/demo/answers.ts';
import type { Random } from '../../scripts/demo/random.ts';

export const KINDS = ['honest', 'careless', 'speeding', 'bot'] as const;
export type Kind = (typeof KINDS)[number];

/** Around a median, never below zero, with a long tail, as times are. */
const timeAround = (random: Random, median: number, spread: number): number => {
  const normal = Math.sqrt(-2 * Math.log(random.next() || 1e-9)) * Math.cos(2 * Math.PI * random.next());
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

function guess(random: Random, question: Question): Answer {
  if (question.kind === 'many') return question.options.filter(() => random.chance(0.3)).map(({ code }) => code);
  if ('options' in question) return random.pick(question.options).code;
  return random.chance(0.5);
}

/** What a person answers: mostly the truth, with the slips of their kind. */
function answer(random: Random, { unread, forgotten }: Behaviour, question: Question, truth: Answers): Answer {
  const right = truth[question.id] ?? guess(random, question);
  if (random.chance(unread)) return guess(random, question);
  return Array.isArray(right) ? right.filter(() => !random.chance(forgotten)) : right;
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
  const forms = FORMS.filter(({ day }) => day === 0 || random.chance(0.7)).map(({ definition, day }) => {
    const questions = sentAsksOf(definition).map(({ question }) => question);
    const answers = Object.fromEntries(
      questions.map((question) => [question.id, answer(random, behaviour, question, truth)]),
    );
    const seconds = questions.length * timeAround(random, behaviour.secondsPerQuestion, 0.4);
    const isTimed = !random.chance(behaviour.untimed);
    return {
      at: new Date(joined + day * DAY_MS),
      definition,
      answers: givenAnswers(definition, answers),
      seconds: isTimed ? Math.round(seconds) : null,
    };
  });
  const surveys = Array.from({ length: Math.round(timeAround(random, kind === 'bot' ? 25 : 12, 0.7)) }, () => {
    const usual = timeAround(random, 600, 0.5);
    const share = random.chance(behaviour.rushed) ? 0.25 : behaviour.surveyShare;
    const seconds = usual * timeAround(random, share, 0.25);
    return {
      at: new Date(joined + random.next() * 360 * DAY_MS),
      isFast: isFastSurvey(seconds, random.chance(0.6) ? usual : null),
      isReversed: random.chance(behaviour.reversed),
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
    disputes: surveys.filter(() => random.chance(0.03)).map(({ at: when }) => seen(when, random.chance(0.4))),
  };
}
