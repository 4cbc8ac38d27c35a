/** Which surveys without a reward a panelist's history lists, and what the panelist can report a problem with. */
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { LATE_END_MINUTES, leftAt, minutesUntil } from '../partners/length.ts';
import type { Outcome } from '../partners/outcomes.ts';
import type { HistoryState } from '../rewards/history.ts';

/** Assumption: reports. A survey can be reported for 60 days after it was opened, a reversal for 60 days after it happened. */
export const REPORT_WINDOW_MS = 60 * DAY_MS;
/** A partner confirms most completions within a day, so a finished survey can be reported only after that. */
const CONFIRMATION_MS = 24 * HOUR_MS;
/** Most people leave a survey on purpose, so only the latest unfinished ones are listed, for a week. */
const UNFINISHED_WINDOW_MS = 7 * DAY_MS;
const MAX_UNFINISHED = 3;
const MAX_FINISHED = 20;
const MAX_ENDED = 20;

type Report = { readonly answeredAt: Date | null };

/** A survey that has no reward. */
export type UnpaidSurvey = {
  readonly openedAt: Date;
  /** When the browser returned as finished. */
  readonly finishedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: Outcome | null;
  /** What the browser's return said. */
  readonly returnOutcome: Outcome | null;
  /** The partner already paid for this survey, or gave no price for it. */
  readonly isWithoutCredit: boolean;
  readonly report: Report | null;
};

type ListedSurvey<Survey> = {
  readonly survey: Survey;
  readonly kind: 'finished' | 'started' | 'ended';
  readonly state: HistoryState;
  readonly at: Date;
  /** Of a survey that ended: null if they can't be known. */
  readonly minutes?: number | null;
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

/** How a survey ended, as its result page says it. None mentions a suspicion of the partner's. */
const END_STATES: Readonly<Partial<Record<Outcome, HistoryState>>> = {
  screenout: 'did-not-qualify',
  duplicate: 'did-not-qualify',
  quality: 'did-not-qualify',
  overquota: 'full',
  technical: 'technical',
  blocked: 'technical',
  // A completion that was rejected before it earned anything.
  reversed: 'did-not-qualify',
};

/** What the partner reported. PureSpectrum reports only completions: its other ends are known from the browser's return. */
const endOf = ({ outcome, returnOutcome }: UnpaidSurvey): Outcome | null =>
  outcome === null || outcome === 'drop' ? returnOutcome : outcome;

function endedSurvey<Survey extends UnpaidSurvey>(survey: Survey): ListedSurvey<Survey> | null {
  const { returnedAt, endedAt, openedAt, report } = survey;
  const outcome = endOf(survey);
  const state = outcome && END_STATES[outcome];
  if (!state) return null;
  const at = leftAt(returnedAt, endedAt) ?? openedAt;
  const minutes = minutesUntil(openedAt, at);
  const isLate = minutes !== null && minutes >= LATE_END_MINUTES;
  const isReportable = !report && (isLate || outcome === 'reversed');
  return { survey, kind: 'ended', state: stateOf(report, state), at, minutes, isReportable };
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
  const listed = recent.flatMap(
    (survey) => finishedSurvey(survey, at) ?? endedSurvey(survey) ?? unfinishedSurvey(survey, at) ?? [],
  );
  const ofKind = (kind: ListedSurvey<Survey>['kind']) => listed.filter((one) => one.kind === kind);
  return [
    ...ofKind('finished').sort(newestFirst).slice(0, MAX_FINISHED),
    ...ofKind('ended').sort(reportedFirst).slice(0, MAX_ENDED),
    ...ofKind('started').sort(reportedFirst).slice(0, MAX_UNFINISHED),
  ];
}

/** Whether the panelist can report a problem with a reward, counted from when it was earned or reversed. */
export const isRewardReportable = (since: Date, report: Report | null, at: Date): boolean =>
  report === null && elapsed(since, at) < REPORT_WINDOW_MS;

/** How much is left of each debt, newest first. Debts are paid off oldest first, so the rest belongs to the newest. */
export function debtsLeft(debts: readonly bigint[], owed: bigint): bigint[] {
  let rest = owed;
  return debts.map((debt) => {
    const left = rest < debt ? rest : debt;
    rest -= left;
    return left;
  });
}
