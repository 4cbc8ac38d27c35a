/** The living-standard and household-items blocks, which registration and the yearly survey ask alike. */
import { type Ask, required } from '../questionnaire/definition.ts';
import * as q from './questions.ts';

export const livingStandard = <const Appliances extends Ask>(appliances: Appliances) =>
  ({
    title: 'Your home',
    items: [
      appliances,
      required(q.housing, 'questionnaire_response.lsm_housing'),
      required(q.domesticWorkers, 'questionnaire_response.lsm_domestic_workers'),
      required(q.residentialArea, 'questionnaire_response.lsm_residential_area'),
      required(q.lsmCity, 'questionnaire_response.lsm_city'),
      {
        group: 'sem_household_items',
        label: 'Do you have these at home?',
        asks: [
          required(q.kitchenSink, 'questionnaire_response.sem_household_items.kitchen_sink'),
          required(q.flushToilet, 'questionnaire_response.sem_household_items.flush_toilet'),
          required(q.homeSecurity, 'questionnaire_response.sem_household_items.home_security'),
          required(q.microwave, 'questionnaire_response.sem_household_items.microwave'),
          required(q.motorCar, 'questionnaire_response.sem_household_items.motor_car'),
        ],
      },
      required(q.postOffice, 'questionnaire_response.sem_post_office'),
    ],
  }) as const;
