/** Answers that can't all be true: facts that are asked twice, and changes between rounds that can't happen. A rule says that answers disagree, never which. */
import { DAY_MS } from '../durations.ts';
import { dateOfBirth, firstLanguage } from '../panelists/questions.ts';
import { educationLevels } from '../profiling/options/profile.ts';
import * as household from '../profiling/questions/living-standard.ts';
import { closestCity } from '../profiling/questions/origin.ts';
import * as profile from '../profiling/questions/profile.ts';
import { vehicleOwnership } from '../profiling/questions/spending.ts';
import type { Answer, Answers } from '../questionnaire/definition.ts';
import { areFarApart, isInsideGautengOrWesternCape } from './places.ts';
import type { Observation } from './score.ts';

type Rule = {
  readonly id: string;
  /** The ids of the questions. The rule is checked once all of them are answered. */
  readonly questions: readonly string[];
  readonly sentence: string;
};
type FormRule = Rule & { isBroken(answers: readonly (Answer | undefined)[]): boolean };
/** `values` are the answers to the one question, oldest first, the last one being new. */
type ChangeRule = Rule & { readonly needs: number; isBroken(values: readonly Answer[]): boolean };

const has = (list: Answer | undefined, code: string): boolean => Array.isArray(list) && list.includes(code);

/** The same item in the tick list and in the questions by yes or no. */
const sameItem = (item: typeof household.microwave | typeof household.kitchenSink | typeof household.homeSecurity) =>
  ({
    id: item.id.replace('_', '-'),
    questions: [household.ownedAppliances.id, item.id],
    sentence: `“${item.label}” is ticked in one question and denied in another, or the other way round.`,
    isBroken: ([appliances, owned]) => has(appliances, item.id) !== (owned === true),
  }) satisfies FormRule;

/** Assumption: contradictions. Answers that were given in one form, or within 30 days. */
export const FORM_RULES: readonly FormRule[] = [
  sameItem(household.kitchenSink),
  sameItem(household.homeSecurity),
  sameItem(household.microwave),
  {
    id: 'flush-toilet',
    questions: [household.ownedAppliances.id, household.flushToilet.id],
    // A toilet outside the house is in the list, and rightly denied in the other question.
    sentence: 'There is a flush toilet inside the house, but none inside or outside it.',
    isBroken: ([appliances, inside]) => inside === true && !has(appliances, 'flush_toilet'),
  },
  {
    id: 'motor-car',
    questions: [household.ownedAppliances.id, household.motorCar.id],
    // A motor vehicle may be a bakkie or a motorbike.
    sentence: 'There is a motor car at home, but no motor vehicle in the household.',
    isBroken: ([appliances, car]) => car === true && !has(appliances, 'motor_vehicle'),
  },
  {
    id: 'own-vehicle',
    questions: [vehicleOwnership.id, household.ownedAppliances.id, household.motorCar.id],
    sentence: 'The panelist owns a vehicle, but the household has neither a motor vehicle nor a motor car.',
    isBroken: ([owns, appliances, car]) => owns === true && car === false && !has(appliances, 'motor_vehicle'),
  },
  {
    id: 'closest-city',
    questions: [profile.province.id, closestCity.id],
    sentence: 'The closest city is neither in the province nor in one next to it.',
    isBroken: ([province, city]) => areFarApart(province, city),
  },
  {
    id: 'city-and-province',
    questions: [profile.province.id, household.lsmCity.id],
    sentence: 'The city lived in is neither in the province nor in one next to it.',
    isBroken: ([province, city]) => areFarApart(province, city) || (province === 'abroad' && city !== 'none'),
  },
  {
    id: 'city-and-area',
    questions: [household.lsmCity.id, household.residentialArea.id],
    sentence: 'The city lived in is in Gauteng or the Western Cape, but the area is a rural one outside of both.',
    isBroken: ([city, area]) => area === 'rural' && isInsideGautengOrWesternCape(city),
  },
  {
    id: 'income-and-work',
    questions: [profile.personalIncome.id, profile.workStatus.id],
    sentence: 'The panelist works full time, but has no personal income.',
    isBroken: ([income, work]) => income === 'none' && work === 'full_time',
  },
];

/** The list has the highest level first; its first two are different kinds of the same level. */
const educationOf = (answer: Answer | undefined): number =>
  Math.max(
    1,
    educationLevels.findIndex(({ code }) => code === answer),
  );

/** Assumption: contradictions. Each counts half: a correction looks the same as a careless answer. */
export const CHANGE_RULES: readonly ChangeRule[] = [
  {
    id: 'less-education',
    questions: [profile.education.id],
    sentence: 'The highest education is lower than in an earlier form.',
    needs: 2,
    isBroken: (values) => educationOf(values.at(-1)) > educationOf(values.at(-2)),
  },
  {
    id: 'another-first-language',
    questions: [firstLanguage.id],
    sentence: 'The first language is another one than in an earlier form.',
    needs: 2,
    isBroken: (values) => values.at(-1) !== values.at(-2),
  },
  {
    id: 'another-date-of-birth',
    questions: [dateOfBirth.id],
    // Once is a correction. The one of the registration is encrypted with the other answers, and isn't compared.
    sentence: 'The date of birth was changed more than once.',
    needs: 3,
    isBroken: (values) => values.at(-1) !== values.at(-2) && values.at(-2) !== values.at(-3),
  },
  {
    id: 'parent-and-back',
    questions: [profile.parentOfChild.id],
    // Once is a child who was born, or who turned 18.
    sentence: 'The answer about a child under 18 changed, and changed back.',
    needs: 3,
    isBroken: (values) => values.at(-1) !== values.at(-2) && values.at(-1) === values.at(-3),
  },
];
const CHANGE_WEIGHT = 0.5;

const SENTENCES: ReadonlyMap<string, string> = new Map(
  [...FORM_RULES, ...CHANGE_RULES].map(({ id, sentence }) => [id, sentence]),
);
/** Undefined for a rule that no longer exists. */
export const contradictionSentence = (id: string): string | undefined => SENTENCES.get(id);

/** A form as it was sent. Answers that were left out are undefined. */
export type SentForm = { readonly at: Date; readonly answers: Answers };

/** Within this time, answers of two forms are about the same facts. */
export const SAME_ROUND_MS = 30 * DAY_MS;

/** The answers to a question so far: only the last ones, because no rule looks further back. */
type Given = { readonly at: Date; readonly values: readonly Answer[] };
const KEPT_VALUES = Math.max(...CHANGE_RULES.map(({ needs }) => needs));

/** Every check of a rule, with the form that brought its last answer. The forms are ordered, the oldest first. */
export function checkContradictions(forms: readonly SentForm[]): Observation[] {
  const given = new Map<string, Given>();
  return forms.flatMap(({ at, answers }) => {
    for (const [question, answer] of Object.entries(answers))
      if (answer !== undefined)
        given.set(question, { at, values: [...(given.get(question)?.values ?? []), answer].slice(-KEPT_VALUES) });
    const inThisRound = (question: string): Answer | undefined => {
      const last = given.get(question);
      return last && at.getTime() - last.at.getTime() <= SAME_ROUND_MS ? last.values.at(-1) : undefined;
    };
    const isAsked = ({ questions }: Rule) => questions.some((question) => answers[question] !== undefined);
    const checkOf = ({ id: rule }: Rule, weight: number): Observation => ({ at, rule, weight });
    return [
      ...FORM_RULES.filter(isAsked).flatMap((rule) => {
        const round = rule.questions.map(inThisRound);
        if (round.some((answer) => answer === undefined)) return [];
        return [checkOf(rule, rule.isBroken(round) ? 1 : 0)];
      }),
      ...CHANGE_RULES.filter(isAsked).flatMap((rule) => {
        const values = given.get(rule.questions[0] ?? '')?.values ?? [];
        if (values.length < rule.needs) return [];
        return [checkOf(rule, rule.isBroken(values) ? CHANGE_WEIGHT : 0)];
      }),
    ];
  });
}
