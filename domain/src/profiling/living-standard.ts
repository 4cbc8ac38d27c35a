/** The living-standard and household-items blocks, which registration and the yearly survey share. */
import { type Ask, required, type Section } from '../questionnaire/definition.ts';
import * as household from './questions/living-standard.ts';

export const livingStandard = (appliances: Ask): Section => ({
  title: 'Your home',
  items: [
    appliances,
    required(household.housing, 'questionnaire_response.lsm_housing'),
    required(household.domesticWorkers, 'questionnaire_response.lsm_domestic_workers'),
    required(household.residentialArea, 'questionnaire_response.lsm_residential_area'),
    required(household.lsmCity, 'questionnaire_response.lsm_city'),
    {
      group: 'sem_household_items',
      label: 'Do you have these at home?',
      asks: [
        required(household.kitchenSink, 'questionnaire_response.sem_household_items.kitchen_sink'),
        required(household.flushToilet, 'questionnaire_response.sem_household_items.flush_toilet'),
        required(household.homeSecurity, 'questionnaire_response.sem_household_items.home_security'),
        required(household.microwave, 'questionnaire_response.sem_household_items.microwave'),
        required(household.motorCar, 'questionnaire_response.sem_household_items.motor_car'),
      ],
    },
    required(household.postOffice, 'questionnaire_response.sem_post_office'),
  ],
});
