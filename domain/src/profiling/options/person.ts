/* Who a panelist is. */
import { options } from '../../questionnaire/definition.ts';

/** Specification. */
export const genders = options({ male: 'Male', female: 'Female' });

/** Specification. */
export const ethnicities = options({
  black: 'Black',
  white: 'White',
  coloured: 'Coloured',
  indian_asian: 'Indian/Asian',
  other: 'Other',
});

const languageLabels = {
  afrikaans: 'Afrikaans',
  english: 'English',
  isindebele: 'isiNdebele',
  isixhosa: 'isiXhosa',
  isizulu: 'isiZulu',
  sepedi: 'Sepedi',
  sesotho: 'Sesotho',
  setswana: 'Setswana',
  siswati: 'siSwati',
  tshivenda: 'Tshivenda',
  xitsonga: 'Xitsonga',
  other: 'Other',
} as const;

/** Assumption: languages. */
export const languages = options(languageLabels);

/** Assumption: languages. */
export const secondLanguages = options({ no: 'No', ...languageLabels });
