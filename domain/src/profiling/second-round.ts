import { optional, questionnaire, required } from '../questionnaire/definition.ts';
import * as q from './questions.ts';

/** Asked once. A tick list always counts as answered here: the specification's check on them is weak. */
export const secondRound = questionnaire({
  id: 'second-round',
  version: 1,
  didPath: 'profiling.did',
  sections: [
    {
      title: 'Where you are from',
      items: [
        required(q.nationality, 'profiling.other_nationality'),
        required(q.closestCity, 'profiling.closest_city'),
      ],
    },
    {
      title: 'What you buy and own',
      items: [
        optional(q.lastMonthPurchases, 'profiling.lastmonthpurchase'),
        required(q.houseOwnership, 'profiling.house_ownership'),
        required(q.vehicleOwnership, 'profiling.vehicle_ownership'),
      ],
    },
    {
      title: 'Your phone',
      items: [
        required(q.firstNetwork, 'profiling.cellular_network_1'),
        required(q.secondNetwork, 'profiling.cellular_network_2'),
      ],
    },
    {
      title: 'Money and life',
      items: [
        optional(q.financialServices, 'profiling.financial_services'),
        optional(q.pastYear, 'profiling.past_year'),
      ],
    },
  ],
});
