/** Everything that can go wrong with a call: its code for the log, its status, and its words for a person. */

import type { PayloadFault } from './questionnaire/decode.ts';
import { type Questionnaire, sentAsksOf } from './questionnaire/definition.ts';
import type { FaultCode } from './questionnaire/validate.ts';
import { FAULTS, httpStatusMessage } from './wording.ts';

export const PROBLEMS = {
  'invalid-json': 400,
  'invalid-payload': 400,
  forbidden: 403,
  locked: 403,
  'unknown-panelist': 404,
  'not-found': 404,
  'already-a-member': 409,
  'no-preference': 409,
  'not-reportable': 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'range-not-satisfiable': 416,
  'not-the-payload': 422,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** The detail of a problem, for a person. A problem without its own text has the specification's text for its status. */
export function problemDetail(brand: string, code: ProblemCode): string {
  switch (code) {
    case 'invalid-json':
      return 'The request is not valid JSON.';
    case 'forbidden':
      return 'This request did not come from a page of ours.';
    case 'locked':
      return 'Unlock your data with the code from your chat first.';
    case 'not-found':
      return 'There is nothing at this address.';
    case 'no-preference':
      return 'No preference is on record.';
    case 'not-reportable':
      return 'There is nothing to report about this survey now.';
    case 'precondition-failed':
      return 'The file is not the version that the request asks for.';
    case 'payload-too-large':
      return 'The request is too large.';
    case 'unsupported-media-type':
      return 'Send the request as application/json.';
    case 'range-not-satisfiable':
      return 'The file has no such part.';
    case 'too-many-requests':
      return 'Too many requests. Please wait a moment and try again.';
    default:
      return httpStatusMessage(brand, PROBLEMS[code]);
  }
}

export type FieldError = { readonly field: string; readonly message: string };

/** Each fault of a payload, by field. */
export const fieldErrors = (faults: readonly PayloadFault[]): FieldError[] =>
  faults.map(({ path, code }) => ({ field: path, message: FAULTS[code] }));

/** How many faults a detail names before it counts the rest. */
const MAX_NAMED_FAULTS = 5;

/** Faults that a panelist's answer can have. Our forms send no payload with any other. */
const ANSWER_FAULTS: ReadonlySet<FaultCode> = new Set(['invalidDate', 'tooOld', 'tooYoung', 'tooLong', 'unreadable']);

/** The faults of a payload in one text. A panelist reads the question; an engineer also needs the path. */
export function faultsDetail(faults: readonly PayloadFault[], definition?: Questionnaire): string {
  const labels = new Map(definition && sentAsksOf(definition).map(({ path, question }) => [path, question.label]));
  const sentences = faults.slice(0, MAX_NAMED_FAULTS).map(({ path, code }) => {
    const label = labels.get(path);
    const name = ANSWER_FAULTS.has(code) ? (label ?? path) : label ? `${label} (${path})` : path;
    return `${name}: ${FAULTS[code]}`;
  });
  const more = faults.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
