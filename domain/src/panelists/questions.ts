/** The questions about the person, as distinct from their profile. */
import { ethnicities, genders, languages, secondLanguages } from '../profiling/options/person.ts';
import { question } from '../questionnaire/definition.ts';
import { MAX_AGE, MAX_NAME_LENGTH, MIN_AGE } from './rules.ts';

export const firstName = question({
  id: 'firstname',
  label: 'First name',
  kind: 'text',
  wire: 'text',
  maxLength: MAX_NAME_LENGTH,
  personal: true,
});

export const surname = question({
  id: 'surname',
  label: 'Surname',
  kind: 'text',
  wire: 'text',
  maxLength: MAX_NAME_LENGTH,
  personal: true,
});

export const gender = question({
  id: 'gender',
  label: 'Gender',
  kind: 'one',
  wire: 'label',
  shown: 'radio',
  options: genders,
});

export const dateOfBirth = question({
  id: 'dob',
  label: 'Date of birth',
  hint: 'Day, month, year. For example 27/04/1994.',
  kind: 'date',
  wire: 'isoDate',
  minAge: MIN_AGE,
  maxAge: MAX_AGE,
  personal: true,
});

export const ethnicity = question({
  id: 'ethnicity',
  label: 'Ethnicity',
  kind: 'one',
  wire: 'lowercase',
  shown: 'radio',
  options: ethnicities,
  personal: true,
});

export const firstLanguage = question({
  id: 'first_language',
  label: 'First language',
  hint: 'Choose Other for South African Sign Language or any other language.',
  kind: 'one',
  wire: 'lowercase',
  shown: 'radio',
  options: languages,
});

export const secondLanguage = question({
  id: 'second_language',
  label: 'Second language',
  kind: 'one',
  wire: 'lowercase',
  shown: 'select',
  options: secondLanguages,
});
