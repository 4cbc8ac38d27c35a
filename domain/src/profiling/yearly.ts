import { optional, type Questionnaire, required } from '../questionnaire/definition.ts';
import { livingStandard } from './living-standard.ts';
import * as agreements from './questions/agreements.ts';
import * as household from './questions/living-standard.ts';
import * as origin from './questions/origin.ts';
import * as profile from './questions/profile.ts';

/** Renews what registration asked, and where the panelist is from. */
export const yearly: Questionnaire = {
  id: 'yearly',
  version: 2,
  didPath: 'profiling.profile.did',
  sections: [
    {
      title: 'Where you live',
      items: [
        required(origin.nationality, 'profiling.profile.other_nationality'),
        required(profile.province, 'profiling.profile.province'),
        required(origin.closestCity, 'profiling.profile.closest_city'),
        required(profile.settlementType, 'profiling.profile.settlement_type'),
      ],
    },
    {
      title: 'Work and income',
      items: [
        required(profile.personalIncome, 'profiling.profile.personal_monthly_income'),
        required(profile.householdIncome, 'profiling.profile.household_monthly_income'),
        required(profile.education, 'profiling.profile.education_level'),
        required(profile.workStatus, 'profiling.profile.work_status'),
      ],
    },
    {
      title: 'Family and shopping',
      items: [
        required(profile.maritalStatus, 'profiling.profile.marital_status'),
        required(profile.parentOfChild, 'profiling.profile.parent_of_a_child_under_18'),
        required(profile.shopping, 'profiling.profile.shopping'),
      ],
    },
    {
      title: 'Your phone',
      items: [
        required(origin.firstNetwork, 'profiling.profile.cellular_network_1'),
        required(origin.secondNetwork, 'profiling.profile.cellular_network_2'),
      ],
    },
    livingStandard(optional(household.ownedAppliances, 'questionnaire_response.lsm_appliances')),
    {
      title: 'Staying in touch',
      hint: 'These three boxes are not sent with this survey.',
      // Specification: shown but not sent. They don't change what was agreed at sign-up.
      items: [
        optional(agreements.termsAccepted, null),
        optional(agreements.marketing, null),
        optional(agreements.partnerComms, null),
      ],
    },
  ],
};
