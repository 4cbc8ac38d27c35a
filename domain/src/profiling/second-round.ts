import { optional, type Questionnaire, required } from '../questionnaire/definition.ts';
import * as origin from './questions/origin.ts';
import * as spending from './questions/spending.ts';

/** Asked once. A tick list always counts as answered here, because the specification hardly checks them. */
export const secondRound: Questionnaire = {
  id: 'second-round',
  version: 1,
  didPath: 'profiling.did',
  sections: [
    {
      title: 'Where you are from',
      items: [
        required(origin.nationality, 'profiling.other_nationality'),
        required(origin.closestCity, 'profiling.closest_city'),
      ],
    },
    {
      title: 'What you buy and own',
      items: [
        optional(spending.lastMonthPurchases, 'profiling.lastmonthpurchase'),
        required(spending.houseOwnership, 'profiling.house_ownership'),
        required(spending.vehicleOwnership, 'profiling.vehicle_ownership'),
      ],
    },
    {
      title: 'Your phone',
      items: [
        required(origin.firstNetwork, 'profiling.cellular_network_1'),
        required(origin.secondNetwork, 'profiling.cellular_network_2'),
      ],
    },
    {
      title: 'Money and life',
      items: [
        optional(spending.usedFinancialServices, 'profiling.financial_services'),
        optional(spending.pastYear, 'profiling.past_year'),
      ],
    },
  ],
};
