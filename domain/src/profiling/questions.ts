/*
 * Every question, worded once. A questionnaire only lists which of these it asks and where each answer travels.
 * Assumption: question-wording. The specification names the questions; where it gives no sentence, these are ours.
 */
import { question } from '../questionnaire/definition.ts';
import * as list from './options.ts';

const TICK_ALL = 'Tick all that apply.';

export const nationality = question({
  id: 'nationality',
  label: 'What is your nationality?',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.countries,
});

export const province = question({
  id: 'province',
  label: 'Province',
  kind: 'one',
  wire: 'lowercase',
  shown: 'select',
  options: list.provinces,
});

export const closestCity = question({
  id: 'closest_city',
  label: 'Which city or town is closest to you?',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.closestCities,
});

export const settlementType = question({
  id: 'settlement_type',
  label: 'What kind of place do you live in?',
  kind: 'one',
  wire: 'lowercase',
  shown: 'radio',
  options: list.settlementTypes,
});

export const personalIncome = question({
  id: 'personal_monthly_income',
  label: 'Your own income in a month',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.personalIncomes,
});

export const householdIncome = question({
  id: 'household_monthly_income',
  label: 'Income of your whole household in a month',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.householdIncomes,
});

export const education = question({
  id: 'education_level',
  label: 'Highest education',
  kind: 'one',
  wire: 'label',
  shown: 'select',
  options: list.educationLevels,
});

export const workStatus = question({
  id: 'work_status',
  label: 'Work status',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.workStatuses,
});

export const maritalStatus = question({
  id: 'marital_status',
  label: 'Marital status',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.maritalStatuses,
});

export const shopping = question({
  id: 'shopping',
  label: 'How involved are you in the grocery shopping?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.groceryInvolvements,
});

export const parentOfChild = question({
  id: 'parent_of_a_child_under_18',
  label: 'Are you the parent of a child under 18?',
  kind: 'yesNo',
  wire: 'boolean',
});

export const houseOwnership = question({
  id: 'house_ownership',
  label: 'Who owns the house you live in?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.houseOwnerships,
});

export const vehicleOwnership = question({
  id: 'vehicle_ownership',
  label: 'Do you own a vehicle?',
  kind: 'yesNo',
  wire: 'label',
});

export const firstNetwork = question({
  id: 'cellular_network_1',
  label: 'Which mobile network do you use?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.networks,
});

export const secondNetwork = question({
  id: 'cellular_network_2',
  label: 'Which network is your 2nd sim card on?',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: list.secondNetworks,
});

export const lastMonthPurchases = question({
  id: 'lastmonthpurchase',
  label: 'What did you buy in the last month?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.purchases,
});

export const financialServices = question({
  id: 'financial_services',
  label: 'Which of these financial services do you use?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.financialServices,
});

export const pastYear = question({
  id: 'past_year',
  label: 'Which of these happened to you in the past year?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.pastYearEvents,
});

export const transport = question({
  id: 'transport',
  label: 'How did you travel in the past month?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.transportModes,
});

export const rewardProgrammes = question({
  id: 'rewards',
  label: 'Which reward programmes do you use?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.rewardProgrammes,
});

export const loyaltyProgrammes = question({
  id: 'other_rewards',
  label: 'Which other loyalty programmes do you use?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.loyaltyProgrammes,
});

// The living-standard measure (LSM): what a household has says more about how it lives than what it earns.

export const appliances = question({
  id: 'lsm_appliances',
  label: 'Which of these does your household have?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'positions',
  options: list.appliances,
  noneOfThese: 'None of these',
});

export const housing = question({
  id: 'lsm_housing',
  label: 'Do you live in a house, cluster house or town house?',
  kind: 'yesNo',
  wire: 'oneTwo',
});

export const domesticWorkers = question({
  id: 'lsm_domestic_workers',
  label:
    'Does your household have any domestic workers or household helpers, live-in or part-time, including gardeners?',
  kind: 'yesNo',
  wire: 'oneTwo',
});

export const residentialArea = question({
  id: 'lsm_residential_area',
  label: 'Which of these best describes where you live?',
  kind: 'one',
  wire: 'position',
  shown: 'radio',
  options: list.residentialAreas,
});

export const lsmCity = question({
  id: 'lsm_city',
  label: 'Do you live in or around one of these cities?',
  kind: 'one',
  wire: 'position',
  shown: 'select',
  options: list.lsmCities,
});

// The socio-economic measure (SEM), its successor: six questions answered by yes or no.

export const kitchenSink = question({
  id: 'kitchen_sink',
  label: 'Built-in kitchen sink',
  kind: 'yesNo',
  wire: 'boolean',
});
export const flushToilet = question({
  id: 'flush_toilet',
  label: 'Flush toilet inside the house',
  kind: 'yesNo',
  wire: 'boolean',
});
export const homeSecurity = question({
  id: 'home_security',
  label: 'Home security service',
  kind: 'yesNo',
  wire: 'boolean',
});
export const microwave = question({ id: 'microwave', label: 'Microwave oven', kind: 'yesNo', wire: 'boolean' });
export const motorCar = question({ id: 'motor_car', label: 'Motor car', kind: 'yesNo', wire: 'boolean' });
export const postOffice = question({
  id: 'sem_post_office',
  label: 'Is there a post office near where you live?',
  kind: 'yesNo',
  wire: 'boolean',
});

// Boxes that stand at the end of a form.

export const marketing = question({
  id: 'opt_in_marketing_information',
  label: 'Send me marketing information and updates.',
  kind: 'tick',
  wire: 'boolean',
});
export const partnerComms = question({
  id: 'opt_in_receive_comms_from_partners',
  label: 'I agree to communication from business partners.',
  kind: 'tick',
  wire: 'boolean',
});
export const termsAccepted = question({
  id: 'terms',
  label: 'I have read and I accept the Terms and Conditions.',
  kind: 'tick',
  wire: 'boolean',
});
