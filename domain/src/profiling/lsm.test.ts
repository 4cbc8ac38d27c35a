import { describe, expect, it } from 'vitest';
import { GOLDEN } from '../golden.ts';
import { QUESTIONNAIRES } from '../questionnaires.ts';
import {
  APPLIANCE_WEIGHTS,
  asksForLsm,
  HOME_WEIGHTS,
  LSM_QUESTIONS,
  lsmGroupAt,
  lsmGroupOf,
  lsmScoreOf,
} from './lsm.ts';
import { appliances, lsmCities } from './options/living-standard.ts';

type Home = { house?: true; worker?: true; area?: 'urban' | 'rural' | 'none'; city?: string };
const household = (owned: readonly string[], { house, worker, area = 'urban', city = 'none' }: Home = {}) => ({
  lsm_appliances: owned,
  lsm_housing: house === true,
  lsm_domestic_workers: worker === true,
  lsm_residential_area: area,
  lsm_city: city,
});

const RADIO = 'one_radio_at_most';
const BASICS = ['tv', 'fridge', 'electric_stove', 'tap_water', RADIO];
const COMFORTS = ['dvd_player', 'pay_tv', 'microwave', 'kitchen_sink', 'washing_machine', 'geyser', 'flush_toilet'];
const everyAppliance = appliances.map(({ code }) => code);

describe('the LSM group', () => {
  it('has the published weights: all positive ones together are 3.808049', () => {
    const weights = [...Object.values(APPLIANCE_WEIGHTS), ...Object.values(HOME_WEIGHTS)];
    expect(weights.filter((weight) => weight > 0).reduce((sum, weight) => sum + weight, 0)).toBe(3_808_049);
    expect(Object.keys(APPLIANCE_WEIGHTS)).toEqual(everyAppliance);
  });

  it.each([
    [
      'everything true',
      household(everyAppliance, { house: true, area: 'rural', city: 'durban' }),
      // 3.808049 without "2 cellphones" (.124007), and all four that count against a household, and the constant.
      3_808_049 - 124_007 - 245_001 - 129_361 - 301_330 - 810_519,
      10,
    ],
    // Only the domestic worker, who is missing, counts.
    ['everything false', household([], { area: 'none' }), -301_330 - 810_519, 3],
    ['a hut with one radio', household([RADIO], { area: 'rural' }), -245_001 - 129_361 - 301_330 - 810_519, 1],
    [
      'a hut with a tap',
      household([RADIO, 'tap_water'], { area: 'rural' }),
      123_015 - 245_001 - 129_361 - 301_330 - 810_519,
      2,
    ],
    [
      'a rural house with a TV',
      household([RADIO, 'tap_water', 'tv'], { area: 'rural', house: true }),
      123_015 + 120_814 + 113_907 - 245_001 - 129_361 - 301_330 - 810_519,
      3,
    ],
    [
      'a rural house with a stove and two cellphones',
      household([RADIO, 'tv', 'electric_stove', 'two_cellphones'], { area: 'rural', house: true }),
      120_814 + 163_220 + 124_007 + 113_907 - 245_001 - 129_361 - 301_330 - 810_519,
      4,
    ],
    [
      'a room in a township',
      household([...BASICS, 'two_cellphones'], { city: 'soweto' }),
      120_814 + 134_133 + 163_220 + 123_015 + 124_007 + 79_321 - 245_001 - 301_330 - 810_519,
      5,
    ],
    [
      'a house in a township',
      household([...BASICS, 'two_cellphones', 'dvd_player', 'microwave', 'flush_toilet'], {
        city: 'soweto',
        house: true,
      }),
      // The basics and two cellphones of the room (.665189), then a DVD player, a microwave and a toilet.
      665_189 + 96_070 + 126_409 + 113_306 + 79_321 + 113_907 - 245_001 - 301_330 - 810_519,
      6,
    ],
    [
      'a house in a small town',
      household([...BASICS, ...COMFORTS, 'three_cellphones'], { house: true }),
      // The basics without cellphones (.541182), and the comforts.
      541_182 +
        (96_070 + 127_360 + 126_409 + 132_822 + 149_009 + 185_224 + 113_306) +
        (184_676 + 113_907 - 245_001 - 301_330 - 810_519),
      7,
    ],
    [
      'a suburban house with a car, a computer, security and a helper',
      household(
        [...BASICS, ...COMFORTS, 'two_cellphones', 'computer', 'motor_vehicle', 'vacuum_cleaner', 'home_security'],
        { city: 'pretoria', house: true, worker: true },
      ),
      // The basics with two cellphones (.665189), the comforts (.930200), and no weight for the helper.
      665_189 + 930_200 + (311_118 + 167_310 + 164_736 + 151_623) + (79_321 + 113_907 - 245_001 - 810_519),
      9,
    ],
  ])('of %s', (_, answers, score, group) => {
    expect([lsmScoreOf(answers), lsmGroupOf(answers)]).toEqual([score, group]);
  });

  it.each([
    [-1_390_140, 2],
    [-1_242_001, 3],
    [-1_011_801, 4],
    [-691_001, 5],
    [-278_001, 6],
    [382_000, 7],
    [801_001, 8],
    [1_169_001, 9],
    [1_745_001, 10],
  ])('from a score of %i millionths on is %i', (lowest, group) => {
    expect([lsmGroupAt(lowest - 1), lsmGroupAt(lowest)]).toEqual([group - 1, group]);
  });

  it('counts every city of the list as metropolitan, except the last', () => {
    const scores = lsmCities.map(({ code }) => lsmScoreOf(household([], { city: code })));
    const without = lsmScoreOf(household([])) ?? 0;
    expect(scores).toEqual([...Array.from({ length: 18 }, () => without + 79_321), without]);
  });

  it('counts three cellphones once, even if two are ticked as well', () => {
    expect(lsmScoreOf(household(['two_cellphones', 'three_cellphones']))).toBe(
      lsmScoreOf(household(['three_cellphones'])),
    );
  });

  it.each(LSM_QUESTIONS.map(({ id }) => id))('is not known without %s', (id) => {
    expect(lsmGroupOf({ ...household([]), [id]: undefined })).toBeNull();
  });

  it('is worked out from what registration and the yearly survey ask', () => {
    expect(QUESTIONNAIRES.filter(asksForLsm).map(({ id }) => id)).toEqual(['registration', 'yearly']);
    expect(lsmGroupOf(GOLDEN.registration.answers)).toBe(4);
    expect(lsmGroupOf(GOLDEN.yearly.answers)).toBe(5);
  });
});
