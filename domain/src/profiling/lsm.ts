/**
 * South Africa's Living Standards Measure: a household's group from 1 (lowest) to 10, worked out from what it has and where it lives.
 * Weights are in millionths, so that sums are exact. They are those of SAARF's "Do-It-Yourself LSM Classification" (AMPS, July 2010 to June 2011).
 * Assumption: lsm-weights. The last lines of that page, marked below, are to be confirmed.
 */
import { type Questionnaire, sentAsksOf } from '../questionnaire/definition.ts';
import type { appliances } from './options/living-standard.ts';
import { domesticWorkers, housing, lsmCity, ownedAppliances, residentialArea } from './questions/living-standard.ts';

export const APPLIANCE_WEIGHTS: Readonly<Record<(typeof appliances)[number]['code'], number>> = {
  tv: 120_814,
  swimming_pool: 166_031,
  dvd_player: 96_070,
  pay_tv: 127_360,
  air_conditioner: 178_044,
  computer: 311_118,
  vacuum_cleaner: 164_736,
  dishwasher: 212_562,
  washing_machine: 149_009,
  tumble_dryer: 166_056,
  home_telephone: 104_531,
  deep_freezer: 116_673,
  fridge: 134_133,
  electric_stove: 163_220,
  microwave: 126_409,
  kitchen_sink: 132_822,
  home_security: 151_623,
  three_cellphones: 184_676,
  two_cellphones: 124_007,
  home_theatre: 96_072,
  tap_water: 123_015,
  geyser: 185_224,
  flush_toilet: 113_306,
  motor_vehicle: 167_310,
  one_radio_at_most: -245_001,
};
export const HOME_WEIGHTS = {
  metropolitan: 79_321,
  house: 113_907,
  rural: -129_361,
  /** To be confirmed. */
  noDomesticWorker: -301_330,
};
/** To be confirmed. */
const CONSTANT = -810_519;
/** The lowest scores of groups 2 to 10. To be confirmed. */
const LOWEST_SCORES = [-1_390_140, -1_242_001, -1_011_801, -691_001, -278_001, 382_000, 801_001, 1_169_001, 1_745_001];

/** What the group is worked out from. */
export const LSM_QUESTIONS = [ownedAppliances, housing, domesticWorkers, residentialArea, lsmCity] as const;

/** Whether a questionnaire asks one of them. */
export const asksForLsm = (definition: Questionnaire): boolean =>
  sentAsksOf(definition).some(({ question }) => LSM_QUESTIONS.some(({ id }) => id === question.id));

const weightOf = (appliance: string): number =>
  Object.entries(APPLIANCE_WEIGHTS).find(([code]) => code === appliance)?.[1] ?? 0;

/** The score in millionths, from answers by question id. Null if one of the answers is missing. */
export function lsmScoreOf(answers: Readonly<Record<string, unknown>>): number | null {
  const [owned, hasHouse, hasWorker, area, city] = LSM_QUESTIONS.map(({ id }) => answers[id]);
  if (!Array.isArray(owned) || typeof hasHouse !== 'boolean' || typeof hasWorker !== 'boolean') return null;
  if (typeof area !== 'string' || typeof city !== 'string') return null;
  // A household with three cellphones may have ticked two as well.
  const counted = owned.includes('three_cellphones') ? owned.filter((code) => code !== 'two_cellphones') : owned;
  return (
    CONSTANT +
    counted.reduce((sum: number, code) => sum + weightOf(code), 0) +
    (city === 'none' ? 0 : HOME_WEIGHTS.metropolitan) +
    (hasHouse ? HOME_WEIGHTS.house : 0) +
    (area === 'rural' ? HOME_WEIGHTS.rural : 0) +
    (hasWorker ? 0 : HOME_WEIGHTS.noDomesticWorker)
  );
}

export const lsmGroupAt = (score: number): number => 1 + LOWEST_SCORES.filter((lowest) => score >= lowest).length;

/** The group from 1 to 10, from answers by question id. Null if one of the answers is missing. */
export function lsmGroupOf(answers: Readonly<Record<string, unknown>>): number | null {
  const score = lsmScoreOf(answers);
  return score === null ? null : lsmGroupAt(score);
}
