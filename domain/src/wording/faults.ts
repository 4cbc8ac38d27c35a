import type { FaultCode, FormFaultCode } from '../questionnaire/validate.ts';
import { TOO_YOUNG } from './everywhere.ts';

/** The faults of an answer, shown next to the question. */
export const FORM_FAULTS: Readonly<Record<FormFaultCode, string>> = {
  required: 'Required.',
  invalidDate: 'Enter a valid date of birth.',
  tooOld: 'Maximum age is 99.',
  tooYoung: TOO_YOUNG,
  tooLong: 'This is too long.',
  unreadable: 'This holds characters that can’t be read.',
};

/** Those, and the faults that only a payload not made by our forms can have. */
export const FAULTS: Readonly<Record<FaultCode, string>> = {
  ...FORM_FAULTS,
  wrongType: 'Wrong type of value.',
  notAnOption: 'Choose one of the options given.',
  wrongLength: 'Wrong number of entries.',
  repeated: 'An entry is repeated.',
  unknownField: 'Unknown field.',
};
