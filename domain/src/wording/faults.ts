import type { FaultCode } from '../questionnaire/validate.ts';

/** What is wrong with an answer, beside the question. */
export const FAULTS: Readonly<Record<FaultCode, string>> = {
  required: 'Required.',
  invalidDate: 'Enter a valid date of birth.',
  tooOld: 'Maximum age is 99.',
  tooYoung: 'Minimum age is 18.',
  tooLong: 'This is too long.',
  unreadable: 'This holds characters that can’t be read.',
  wrongType: 'This is not the kind of value that belongs here.',
  notAnOption: 'Choose one of the options given.',
  wrongLength: 'This list does not have as many entries as it should.',
  repeated: 'An entry stands here twice.',
  unknownField: 'This field is not known.',
};
