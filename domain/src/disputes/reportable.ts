/** Which surveys without a reward a panelist's history lists, and what the panelist can report a problem with. */
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Outcome } from '../partners/outcomes.ts';

/** Assumption: reports. A survey can be reported for 60 days after it was opened, a reversal for 60 days after it happened. */
export const REPORT_WINDOW_MS = 60 * DAY_MS;
/** A partner confirms most completions within a day, so a finished survey can be reported only after that. */
const CONFIRMATION_MS = 24 * HOUR_MS;
/** Most people leave a survey on purpose, so only the latest unfinished ones are listed, for a week. */
const UNFINISHED_WINDOW_MS = 7 * DAY_MS;
const MAX_UNFINISHED = 3;
const MAX_FINISHED = 20;

type Report = { readonly answeredAt: Date | null };

/** A survey that has no reward. */
export type UnpaidSurvey = {
  readonly openedAt: Date;
  /** When the browser returned as finished. */
  readonly finishedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: Outcome | null;
  /** The partner already paid for this survey, or gave no price for it. */
  readonly isWithoutCredit: boolean;
  readonly report: Report | null;
};

type ListedSurvey<Survey> = {
  readonly survey: Survey;
  readonly kind: 'finished' | 'started';
  readonly state: 'waiting' | 'unfinished' | 'reported' | 'answered';
  readonly at: Date;
  readonly isReportable: boolean;
};

const elapsed = (from: Date, at: Date): number => at.getTime() - from.getTime();
const stateOf = <Without>(report: Report | null, without: Without) =>
  report === null ? without : report.answeredAt === null ? ('reported' as const) : ('answered' as const);

/** Outcomes that a partner may still turn into a completion. */
const UNDECIDED: readonly Outcome[] = ['complete', 'tentative', 'technical', 'drop'];
const isCompleted = ({ outcome }: UnpaidSurvey): boolean => outcome === 'complete' || outcome === 'tentative';

function finishedSurvey<Survey extends UnpaidSurvey>(survey: Survey, at: Date): ListedSurvey<Survey> | null {
  const { finishedAt, returnedAt, endedAt, openedAt, outcome, isWithoutCredit, report } = survey;
  if (!finishedAt && !isCompleted(survey)) return null;
  if (!report && (isWithoutCredit || !UNDECIDED.includes(outcome ?? 'drop'))) return null;
  const finished = finishedAt ?? returnedAt ?? endedAt ?? openedAt;
  return {
    survey,
    kind: 'finished',
    state: stateOf(report, 'waiting'),
    at: finished,
    isReportable: !report && elapsed(finished, at) >= CONFIRMATION_MS,
  };
}

function unfinishedSurvey<Survey extends UnpaidSurvey>(survey: Survey, at: Date): ListedSurvey<Survey> | null {
  const { finishedAt, returnedAt, openedAt, outcome, report } = survey;
  if (finishedAt || isCompleted(survey)) return null;
  const isAbandoned = outcome === 'drop' && !returnedAt && elapsed(openedAt, at) < UNFINISHED_WINDOW_MS;
  if (!report && !isAbandoned) return null;
  return { survey, kind: 'started', state: stateOf(report, 'unfinished'), at: openedAt, isReportable: !report };
}

const newestFirst = (a: ListedSurvey<unknown>, b: ListedSurvey<unknown>): number => b.at.getTime() - a.at.getTime();
const reportedFirst = (a: ListedSurvey<UnpaidSurvey>, b: ListedSurvey<UnpaidSurvey>): number =>
  Number(a.survey.report === null) - Number(b.survey.report === null) || newestFirst(a, b);

export function listedSurveys<Survey extends UnpaidSurvey>(
  surveys: readonly Survey[],
  at: Date,
): ListedSurvey<Survey>[] {
  const recent = surveys.filter(({ openedAt }) => elapsed(openedAt, at) < REPORT_WINDOW_MS);
  const finished = recent.flatMap((survey) => finishedSurvey(survey, at) ?? []);
  const unfinished = recent.flatMap((survey) => unfinishedSurvey(survey, at) ?? []);
  return [
    ...finished.sort(newestFirst).slice(0, MAX_FINISHED),
    ...unfinished.sort(reportedFirst).slice(0, MAX_UNFINISHED),
  ];
}

/** Whether the panelist can report that a reward was reversed. */
export const isReversalReportable = (reversedAt: Date, report: Report | null, at: Date): boolean =>
  report === null && elapsed(reversedAt, at) < REPORT_WINDOW_MS;

/** How much is left of each debt, newest first. Debts are paid off oldest first, so the rest belongs to the newest. */
export function debtsLeft(debts: readonly bigint[], owed: bigint): bigint[] {
  let rest = owed;
  return debts.map((debt) => {
    const left = rest < debt ? rest : debt;
    rest -= left;
    return left;
  });
}
