import { livingStandard } from '../profiling/living-standard.ts';
import * as agreements from '../profiling/questions/agreements.ts';
import * as household from '../profiling/questions/living-standard.ts';
import * as profile from '../profiling/questions/profile.ts';
import { optional, type Questionnaire, required } from '../questionnaire/definition.ts';
import * as person from './questions.ts';
import { REGISTRATION } from './rules.ts';

/** The first section is step 1 of Apply and isn't sent; the others are step 2. */
export const registration: Questionnaire = {
  ...REGISTRATION,
  didPath: 'account.did',
  sections: [
    { title: 'Terms and Conditions', items: [required(agreements.termsAccepted, null)] },
    {
      title: 'You',
      items: [
        required(person.firstName, 'account.firstname'),
        required(person.surname, 'account.surname'),
        required(person.gender, 'account.gender'),
        required(person.dateOfBirth, 'account.dob'),
        required(person.ethnicity, 'profile.ethnicity'),
        required(person.firstLanguage, 'account.language'),
        required(person.secondLanguage, 'profile.second_language'),
      ],
    },
    {
      title: 'Where you live',
      items: [
        required(profile.province, 'profile.province'),
        required(profile.settlementType, 'profile.settlement_type'),
      ],
    },
    {
      title: 'Work and income',
      items: [
        required(profile.personalIncome, 'profile.personal_monthly_income'),
        required(profile.householdIncome, 'profile.household_monthly_income'),
        required(profile.education, 'profile.education_level'),
        required(profile.workStatus, 'profile.work_status'),
      ],
    },
    {
      title: 'Family and shopping',
      items: [
        required(profile.maritalStatus, 'profile.marital_status'),
        required(profile.shopping, 'profile.shopping'),
        required(profile.parentOfChild, 'profile.parent_of_a_child_under_18'),
      ],
    },
    livingStandard(required(household.ownedAppliances, 'questionnaire_response.lsm_appliances')),
    {
      title: 'Staying in touch',
      hint: 'If you like. You can object to marketing, and to our use of your data, at any time and free of charge: open Your data at the foot of the home page.',
      items: [
        optional(agreements.marketing, 'profile.opt_in_marketing_information'),
        optional(agreements.partnerComms, 'profile.opt_in_receive_comms_from_partners'),
      ],
    },
  ],
};
