/** How long a form took, and whether that is too short to have read it. */
import { DAY_MS } from '../durations.ts';
import { type Questionnaire, sentAsksOf } from '../questionnaire/definition.ts';

/** Sent with a form: the seconds from the first answer to the submit, as the phone counts them. Anyone can send anything. */
export const FORM_SECONDS_HEADER = 'x-form-seconds';
const MAX_FORM_SECONDS = DAY_MS / 1000;

/** Null for anything but a whole number of seconds of a day. It never refuses a form. */
export function readFormSeconds(header: unknown): number | null {
  if (typeof header !== 'string' || !/^\d{1,5}$/.test(header)) return null;
  const seconds = Number(header);
  return seconds <= MAX_FORM_SECONDS ? seconds : null;
}

/** Assumption: fast-forms. Nobody reads and answers a question in less than this. */
const FASTEST_SECONDS_PER_QUESTION = 1;
/** One question can be answered in any time. */
const FEWEST_TIMED_QUESTIONS = 5;

/** Null if the form says nothing about speed. */
export function isFastForm(definition: Questionnaire, seconds: number | null): boolean | null {
  const questions = sentAsksOf(definition).filter(({ required }) => required).length;
  if (seconds === null || questions < FEWEST_TIMED_QUESTIONS) return null;
  return seconds < questions * FASTEST_SECONDS_PER_QUESTION;
}
