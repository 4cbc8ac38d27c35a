import { question } from '../../questionnaire/definition.ts';
import * as list from '../options/profile.ts';

export const province = question({
  id: 'province',
  label: 'Province',
  kind: 'one',
  wire: 'lowercase',
  shown: 'select',
  options: list.provinces,
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
