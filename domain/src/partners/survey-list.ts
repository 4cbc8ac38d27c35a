/** The surveys that a panelist can choose from: the server writes the list, the app reads it. */
import { MINUTE_MS } from '../durations.ts';
import type { PayloadFault } from '../questionnaire/decode.ts';
import type { JsonSchema } from '../questionnaire/schema.ts';
import type { ShownCents } from '../rewards/amounts.ts';
import { type Cents, fromRandNumber, toRandNumber } from '../rewards/money.ts';

/** A longer list isn't read to its end. */
export const MAX_LISTED = 10;
/** The others are behind "Show more". */
export const FIRST_SHOWN = 3;
/** A partner's list is asked for again after this time. */
export const LIST_KEPT_MS = 2 * MINUTE_MS;
/** A partner that takes longer is left out. */
export const LIST_TIMEOUT_MS = 2000;

export type ListedSurvey<Amount = Cents> = {
  /** Our own number of the survey, without its partner. */
  readonly number: number;
  /** The exact amount that a completion earns. */
  readonly reward: Amount;
  readonly minutes: number;
};

/** The best pay for the time first, and of two that pay the same the shorter one. */
const byRewardPerMinute = (a: ListedSurvey, b: ListedSurvey): number =>
  Number(b.reward) * a.minutes - Number(a.reward) * b.minutes || a.minutes - b.minutes || a.number - b.number;

export const bestSurveys = (surveys: readonly ListedSurvey[]): readonly ListedSurvey[] =>
  [...surveys].sort(byRewardPerMinute).slice(0, MAX_LISTED);

export const writeSurveyList = (surveys: readonly ListedSurvey[]): object => ({
  surveys: surveys.map(({ number, reward, minutes }) => ({ number, reward: toRandNumber(reward), minutes })),
});

/** Null if the body isn't a list. */
export function readSurveyList(body: unknown): readonly ListedSurvey<ShownCents>[] | null {
  const { surveys } = Object(body) as { surveys?: unknown };
  if (!Array.isArray(surveys)) return null;
  // The fields aren't checked: only our own server writes them.
  return surveys.map(({ number, reward, minutes }) => ({ number, reward: fromRandNumber(reward), minutes }));
}

const NUMBER: JsonSchema = { type: 'integer', description: 'Our own number of the survey.' };
const REWARD: JsonSchema = { type: 'number', description: 'In rand: what a completion earns.' };

export const surveyListSchema = (): JsonSchema => ({
  type: 'object',
  required: ['surveys'],
  properties: {
    surveys: {
      type: 'array',
      maxItems: MAX_LISTED,
      items: {
        type: 'object',
        required: ['number', 'reward', 'minutes'],
        properties: { number: NUMBER, reward: REWARD, minutes: { type: 'integer', minimum: 1 } },
      },
    },
  },
});

/** The choice of a survey, with the reward that the panelist saw: the list may have changed since. */
type SurveyChoice = { readonly number: number; readonly reward: ShownCents };

export const encodeChoice = ({ number, reward }: SurveyChoice): object => ({ number, reward: reward / 100 });

export const choiceSchema = (): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['number', 'reward'],
  properties: { number: NUMBER, reward: REWARD },
});

/** Decodes a choice, or returns all of its faults. */
export function decodeChoice(
  body: unknown,
): SurveyChoice | { readonly faults: readonly PayloadFault[] } | 'not-the-payload' {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'number')) return 'not-the-payload';
  const { number, reward } = body as Readonly<Record<string, unknown>>;
  const faults: PayloadFault[] = Object.keys(body)
    .filter((key) => key !== 'number' && key !== 'reward')
    .map((path) => ({ path, code: 'unknownField' }));
  if (!Number.isSafeInteger(number)) faults.push({ path: 'number', code: 'wrongType' });
  if (reward === undefined) faults.push({ path: 'reward', code: 'required' });
  const shown = typeof reward === 'number' ? fromRandNumber(reward) : Number.NaN;
  if (reward !== undefined && !Number.isSafeInteger(shown)) faults.push({ path: 'reward', code: 'wrongType' });
  if (faults.length > 0) return { faults };
  return { number: number as number, reward: shown };
}
