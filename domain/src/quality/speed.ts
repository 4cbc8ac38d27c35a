/** How long a form or a survey took, and whether that is too short to have read it. */
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

/** Assumption: fast-surveys. A completion below this share of the usual length is fast. */
export const FAST_SHARE = 1 / 3;
/** The median of fewer completions says little. */
export const MIN_TIMED_COMPLETES = 10;

export type KnownLength = {
  /** Of the survey's completions that were paid and not taken back. */
  readonly completes: number;
  readonly medianSeconds: number | null;
  /** What the partner said before the survey began. */
  readonly statedMinutes: number | null;
};

/** The survey's own median, or else the length that the partner stated. Null if neither is known. */
export function usualSeconds({ completes, medianSeconds, statedMinutes }: KnownLength): number | null {
  if (completes >= MIN_TIMED_COMPLETES && medianSeconds !== null) return medianSeconds;
  return statedMinutes === null ? null : statedMinutes * 60;
}

/** Null if the survey's usual length isn't known. */
export const isFastSurvey = (seconds: number, usual: number | null): boolean | null =>
  usual === null || usual <= 0 ? null : seconds < usual * FAST_SHARE;

export type TimedCompletion = {
  readonly openedAt: Date;
  /** When the browser first came back, if it has. */
  readonly returnedAt: Date | null;
  /** When the partner reported the completion. */
  readonly at: Date;
  /** What the partner said. */
  readonly reportedSeconds: number | null;
};

/** How long a survey took: what the partner said, but no longer than since the entry; or else until the browser came back. */
export function surveySeconds({ openedAt, returnedAt, at, reportedSeconds }: TimedCompletion): number {
  const until = (end: Date) => Math.max(0, Math.round((end.getTime() - openedAt.getTime()) / 1000));
  return reportedSeconds === null ? until(returnedAt ?? at) : Math.min(reportedSeconds, until(at));
}
