/*
 * One full example of each payload, written by hand and reviewed against the specification: the panelist's answers, by code,
 * and the exact body. Tests of the server and of the app both use these.
 */
import { registration } from './panelists/registration.ts';
import { dateOfBirthQuestionnaire, firstLanguageQuestionnaire } from './panelists/stand-alone.ts';
import { quarterly } from './profiling/quarterly.ts';
import { secondRound } from './profiling/second-round.ts';
import { yearly } from './profiling/yearly.ts';
import type { Answers, Questionnaire } from './questionnaire/definition.ts';

const golden = <const Given extends Answers>(
  definition: Questionnaire,
  did: string,
  answers: Given,
  payload: object,
) => ({ definition, did, answers, payload });

const DID = 'golden-did-0001';

export const GOLDEN = {
  registration: golden(
    registration,
    DID,
    {
      firstname: 'Nomvula',
      surname: 'Dlamini-van Wyk',
      gender: 'female',
      dob: '1994-04-27',
      ethnicity: 'indian_asian',
      first_language: 'isizulu',
      second_language: 'english',
      province: 'kwazulu_natal',
      settlement_type: 'suburban',
      personal_monthly_income: 'from_5001',
      household_monthly_income: 'over_100000',
      education_level: 'matric',
      work_status: 'part_time',
      marital_status: 'living_together',
      shopping: 'mainly',
      parent_of_a_child_under_18: true,
      lsm_appliances: ['tv', 'washing_machine', 'fridge', 'one_radio_at_most'],
      lsm_housing: true,
      lsm_domestic_workers: false,
      lsm_residential_area: 'urban',
      lsm_city: 'durban',
      kitchen_sink: true,
      flush_toilet: true,
      home_security: false,
      microwave: true,
      motor_car: false,
      sem_post_office: true,
      opt_in_marketing_information: true,
      opt_in_receive_comms_from_partners: false,
    },
    {
      account: {
        did: DID,
        firstname: 'Nomvula',
        surname: 'Dlamini-van Wyk',
        dob: '1994-04-27',
        gender: 'Female',
        language: 'isizulu',
      },
      profile: {
        second_language: 'english',
        ethnicity: 'indian/asian',
        province: 'kwazulu-natal',
        settlement_type: 'suburban',
        household_monthly_income: 'More than R100 000',
        personal_monthly_income: 'R 5 001 to R 8 000',
        education_level: 'Matric / Grade 12',
        work_status: 'Part time (less than 30 hours a week)',
        marital_status: 'Living with a partner',
        shopping: 'Mainly',
        parent_of_a_child_under_18: true,
        opt_in_marketing_information: true,
        opt_in_receive_comms_from_partners: false,
      },
      questionnaire_response: {
        lsm_appliances: [1, 9, 13, 25],
        lsm_housing: 1,
        lsm_domestic_workers: 2,
        lsm_residential_area: 1,
        lsm_city: 9,
        sem_household_items: {
          kitchen_sink: true,
          motor_car: false,
          flush_toilet: true,
          microwave: true,
          home_security: false,
        },
        sem_post_office: true,
      },
    },
  ),

  secondRound: golden(
    secondRound,
    DID,
    {
      nationality: 'elsewhere_in_africa',
      closest_city: 'pietermaritzburg',
      lastmonthpurchase: ['airtime', 'bread', 'pet_food'],
      house_ownership: 'family',
      vehicle_ownership: false,
      cellular_network_1: 'cell_c',
      cellular_network_2: 'no_second_sim',
      financial_services: ['bank_account', 'stokvel'],
      past_year: ['none'],
    },
    {
      profiling: {
        did: DID,
        other_nationality: 'Another country in Africa',
        closest_city: 'Pietermaritzburg',
        lastmonthpurchase: [
          ...[true, false, true, false, false, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, false, false, false, false, true, false],
        ],
        house_ownership: 'family own',
        vehicle_ownership: 'No',
        cellular_network_1: 'Cell C',
        cellular_network_2: 'I do not have a 2nd sim card',
        financial_services: [true, false, false, true, false, false, false, false, false],
        past_year: [false, false, false, false, false, false, true],
      },
    },
  ),

  quarterly: golden(
    quarterly,
    DID,
    {
      lastmonthpurchase: ['electricity', 'staples', 'toiletries'],
      work_status: 'side_hustle',
      settlement_type: 'rural',
      house_ownership: 'rent',
      shopping: 'not_involved',
      vehicle_ownership: true,
      financial_services: ['none'],
      transport: ['minibus_taxi', 'walking'],
      rewards: ['clicks', 'edgars'],
      other_rewards: ['boxer', 'kfc', 'another'],
    },
    {
      profiling: {
        did: DID,
        lastmonthpurchase: [
          ...[false, true, false, true, false, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, true, false, false, false, false, false],
        ],
        work_status: 'No formal employment but I have a side hustle',
        settlement_type: 'rural',
        house_ownership: 'rent',
        shopping: 'Not involved in grocery shopping',
        vehicle_ownership: 'Yes',
        financial_services: [false, false, false, false, false, false, false, false, true],
        transport: [true, false, false, false, false, false, false, false, false, true, false, false],
        rewards: [
          ...[true, false, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, true, false],
        ],
        other_rewards: [
          ...[false, false, true, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, false, false, false, false],
          ...[false, false, false, false, false, false, false, false, false, true],
          ...[false, false, false, false, false, false, false, true, false],
        ],
      },
    },
  ),

  yearly: golden(
    yearly,
    DID,
    {
      nationality: 'south_africa',
      province: 'western_cape',
      closest_city: 'somerset_west',
      settlement_type: 'urban',
      personal_monthly_income: 'none',
      household_monthly_income: 'none',
      education_level: 'professional',
      work_status: 'self_employed',
      marital_status: 'widowed',
      parent_of_a_child_under_18: false,
      shopping: 'partly',
      cellular_network_1: 'mtn',
      cellular_network_2: 'other',
      lsm_appliances: ['swimming_pool', 'motor_vehicle'],
      lsm_housing: false,
      lsm_domestic_workers: true,
      lsm_residential_area: 'none',
      lsm_city: 'none',
      kitchen_sink: false,
      flush_toilet: true,
      home_security: true,
      microwave: false,
      motor_car: true,
      sem_post_office: false,
    },
    {
      profiling: {
        profile: {
          did: DID,
          other_nationality: 'South Africa',
          province: 'western cape',
          closest_city: 'Somerset West',
          education_level: 'Postgraduate professional qualification',
          personal_monthly_income: 'No personal income',
          household_monthly_income: 'No household income',
          settlement_type: 'urban',
          work_status: 'Self employed / run own business',
          marital_status: 'Widowed',
          parent_of_a_child_under_18: false,
          shopping: 'Partly',
          cellular_network_1: 'MTN',
          cellular_network_2: 'Other',
        },
      },
      questionnaire_response: {
        lsm_appliances: [2, 24],
        lsm_housing: 2,
        lsm_domestic_workers: 1,
        lsm_residential_area: 3,
        lsm_city: 19,
        sem_household_items: {
          kitchen_sink: false,
          motor_car: true,
          flush_toilet: true,
          microwave: false,
          home_security: true,
        },
        sem_post_office: false,
      },
    },
  ),

  dateOfBirth: golden(
    dateOfBirthQuestionnaire,
    DID,
    { dob: '1987-12-31' },
    { account: { user_id: DID, dob: '1987-12-31' } },
  ),

  firstLanguage: golden(
    firstLanguageQuestionnaire,
    DID,
    { first_language: 'sesotho' },
    { profile: { user_id: DID, language: 'sesotho' } },
  ),
} as const;

/** An example's payload for another device. */
export const goldenFor = (name: keyof typeof GOLDEN, did: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(GOLDEN[name].payload).replaceAll(GOLDEN[name].did, did));
