import { question, TICK_ALL } from '../../questionnaire/definition.ts';
import * as list from '../options/habits.ts';

export const transport = question({
  id: 'transport',
  label: 'How did you travel in the past month?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.transportModes,
});

export const usedRewardProgrammes = question({
  id: 'rewards',
  label: 'Which reward programmes do you use?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.rewardProgrammes,
});

export const usedLoyaltyProgrammes = question({
  id: 'other_rewards',
  label: 'Which other loyalty programmes do you use?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.loyaltyProgrammes,
});
