import { questionnaire, required } from '../questionnaire/definition.ts';
import * as q from './questions.ts';

/** Ten groups, all required. */
export const quarterly = questionnaire({
  id: 'quarterly',
  version: 1,
  didPath: 'profiling.did',
  sections: [
    { title: 'What you buy', items: [required(q.lastMonthPurchases, 'profiling.lastmonthpurchase')] },
    {
      title: 'Work and home',
      items: [
        required(q.workStatus, 'profiling.work_status'),
        required(q.settlementType, 'profiling.settlement_type'),
        required(q.houseOwnership, 'profiling.house_ownership'),
        required(q.shopping, 'profiling.shopping'),
        required(q.vehicleOwnership, 'profiling.vehicle_ownership'),
      ],
    },
    {
      title: 'Money and getting around',
      items: [
        required(q.financialServices, 'profiling.financial_services'),
        required(q.transport, 'profiling.transport'),
      ],
    },
    {
      title: 'Rewards and loyalty',
      items: [
        required(q.rewardProgrammes, 'profiling.rewards'),
        required(q.loyaltyProgrammes, 'profiling.other_rewards'),
      ],
    },
  ],
});
