import { expect, it } from 'vitest';
import { registration } from '../panelists/registration.ts';
import { yearly } from '../profiling/yearly.ts';
import { givenAnswers } from './given-answers.ts';

it('a list that needn’t be answered and is sent empty wasn’t answered', () => {
  const answers = { lsm_appliances: [], microwave: true };
  expect(givenAnswers(yearly, answers).lsm_appliances).toBeUndefined();
  expect(givenAnswers(registration, answers).lsm_appliances).toEqual([]);
});
