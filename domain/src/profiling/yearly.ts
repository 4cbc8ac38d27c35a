import { optional, questionnaire, required } from '../questionnaire/definition.ts';
import { livingStandard } from './living-standard.ts';
import * as q from './questions.ts';

/** The yearly renewal of what registration asked, and where the panelist is from. */
export const yearly = questionnaire({
  id: 'yearly',
  version: 1,
  didPath: 'profiling.profile.did',
  sections: [
    {
      title: 'Where you live',
      items: [
        required(q.nationality, 'profiling.profile.other_nationality'),
        required(q.province, 'profiling.profile.province'),
        required(q.closestCity, 'profiling.profile.closest_city'),
        required(q.settlementType, 'profiling.profile.settlement_type'),
      ],
    },
    {
      title: 'Work and income',
      items: [
        required(q.personalIncome, 'profiling.profile.personal_monthly_income'),
        required(q.householdIncome, 'profiling.profile.household_monthly_income'),
        required(q.education, 'profiling.profile.education_level'),
        required(q.workStatus, 'profiling.profile.work_status'),
      ],
    },
    {
      title: 'Family and shopping',
      items: [
        required(q.maritalStatus, 'profiling.profile.marital_status'),
        required(q.parentOfChild, 'profiling.profile.parent_of_a_child_under_18'),
        required(q.shopping, 'profiling.profile.shopping'),
      ],
    },
    {
      title: 'Your phone',
      items: [
        required(q.firstNetwork, 'profiling.profile.cellular_network_1'),
        required(q.secondNetwork, 'profiling.profile.cellular_network_2'),
      ],
    },
    livingStandard(optional(q.appliances, 'questionnaire_response.lsm_appliances')),
    {
      title: 'Staying in touch',
      // On the form, as the specification has them, and not sent: nothing here changes what was agreed at sign-up.
      items: [optional(q.termsAccepted, null), optional(q.marketing, null), optional(q.partnerComms, null)],
    },
  ],
});
