import { type Questionnaire, required } from '../questionnaire/definition.ts';
import * as habits from './questions/habits.ts';
import * as profile from './questions/profile.ts';
import * as spending from './questions/spending.ts';

/** All required. */
export const quarterly: Questionnaire = {
  id: 'quarterly',
  version: 1,
  didPath: 'profiling.did',
  sections: [
    { title: 'What you buy', items: [required(spending.lastMonthPurchases, 'profiling.lastmonthpurchase')] },
    {
      title: 'Work and home',
      items: [
        required(profile.workStatus, 'profiling.work_status'),
        required(profile.settlementType, 'profiling.settlement_type'),
        required(spending.houseOwnership, 'profiling.house_ownership'),
        required(profile.shopping, 'profiling.shopping'),
        required(spending.vehicleOwnership, 'profiling.vehicle_ownership'),
      ],
    },
    {
      title: 'Money and getting around',
      items: [
        required(spending.usedFinancialServices, 'profiling.financial_services'),
        required(habits.transport, 'profiling.transport'),
      ],
    },
    {
      title: 'Rewards and loyalty',
      items: [
        required(habits.usedRewardProgrammes, 'profiling.rewards'),
        required(habits.usedLoyaltyProgrammes, 'profiling.other_rewards'),
      ],
    },
  ],
};
