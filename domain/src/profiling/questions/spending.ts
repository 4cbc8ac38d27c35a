import { question, TICK_ALL } from '../../questionnaire/definition.ts';
import * as list from '../options/spending.ts';

export const lastMonthPurchases = question({
  id: 'lastmonthpurchase',
  label: 'What did you buy in the last month?',
  hint: TICK_ALL,
  kind: 'many',
  wire: 'flags',
  options: list.purchases,
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

export const usedFinancialServices = question({
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
