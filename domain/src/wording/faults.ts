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
  wrongType: 'This is not the kind of value that belongs here.',
  notAnOption: 'Choose one of the options given.',
  wrongLength: 'This list does not have as many entries as it should.',
  repeated: 'An entry stands here twice.',
  unknownField: 'This field is not known.',
};
