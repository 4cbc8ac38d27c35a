/* How a panelist lives: home, work, family. */
import { options } from '../../questionnaire/definition.ts';

/** Specification. */
export const provinces = options({
  gauteng: 'Gauteng',
  kwazulu_natal: 'Kwazulu-natal',
  western_cape: 'Western Cape',
  north_west: 'North West',
  eastern_cape: 'Eastern Cape',
  mpumalanga: 'Mpumalanga',
  limpopo: 'Limpopo',
  free_state: 'Free State',
  northern_cape: 'Northern Cape',
  abroad: 'I dont live in South Africa',
});

/** Specification. */
export const settlementTypes = options({ urban: 'Urban', suburban: 'Suburban', rural: 'Rural' });

const incomeBands = {
  under_800: 'Less than R 800',
  from_800: 'R 800 to R 2 500',
  from_2501: 'R 2 501 to R 5 000',
  from_5001: 'R 5 001 to R 8 000',
  from_8001: 'R 8 001 to R 11 000',
  from_11001: 'R 11 001 to R 16 000',
  from_16001: 'R 16 001 to R 20 000',
  from_20001: 'R 20 001 to R 30 000',
  from_30001: 'R 30 001 to R 40 000',
  from_40001: 'R 40 001 to R 50 000',
  from_50001: 'R 50 001 to R 75 000',
  from_75001: 'R 75 001 to R 100 000',
  over_100000: 'More than R100 000',
} as const;

/** Assumption: income-bands. The first three bands and the last are the specification's. */
export const personalIncomes = options({ none: 'No personal income', ...incomeBands });

/** Assumption: income-bands. */
export const householdIncomes = options({ none: 'No household income', ...incomeBands });

/** Assumption: education. The first and the last are the specification's. */
export const educationLevels = options({
  professional: 'Postgraduate professional qualification',
  postgraduate: "Postgraduate degree or diploma (Honours, Master's or Doctorate)",
  degree: "University degree (Bachelor's) or advanced diploma",
  diploma: 'Diploma or national diploma',
  certificate: 'Certificate, trade or artisan training after school (TVET college, N4 to N6)',
  matric: 'Matric / Grade 12',
  some_high_school: 'Some high school (Grade 8 to 11)',
  primary: 'Primary school (Grade 7 or lower)',
  none: 'No formal education',
});

/** Specification. */
export const workStatuses = options({
  full_time: 'Full time',
  part_time: 'Part time (less than 30 hours a week)',
  self_employed: 'Self employed / run own business',
  side_hustle: 'No formal employment but I have a side hustle',
  not_employed: 'Not in paid employment',
  student: 'Student',
});

/** Specification. */
export const maritalStatuses = options({
  single: 'Single',
  married: 'Married',
  living_together: 'Living with a partner',
  divorced: 'Divorced',
  widowed: 'Widowed',
  separated: 'Separated',
});

/** Specification. */
export const groceryInvolvements = options({
  mainly: 'Mainly',
  partly: 'Partly',
  not_involved: 'Not involved in grocery shopping',
});
