import type { PanelistStatus } from '../panelists/status.ts';
import type { Day, Instant, Month } from './values.ts';

// Panel. Query: `question`, `row` and `column` are ids of `questions`; `status` a panelist's status (approved).

export type QuestionChoice = { id: string; label: string };
export type PanelPage = {
  countedOn: Day;
  status: PanelistStatus;
  size: number;
  sizeBefore30Days: number;
  joinedIn30Days: number;
  leftIn30Days: number;
  active: { days: 7 | 30 | 90 | 365; people: number }[];
  /** The ends of the last 12 months and the day of the count, oldest first. */
  growth: { day: Day; size: number; activeIn90Days: number; activeIn30Days: number; activeIn7Days: number }[];
  questions: QuestionChoice[];
  /** The labels of the questions that are never counted. */
  sealed: string[];
  /** In the order of the question's options. */
  composition: QuestionChoice & { answers: { label: string; people: number }[] };
  crossed: {
    row: QuestionChoice;
    column: QuestionChoice;
    columns: string[];
    rows: { label: string; people: number[] }[];
  };
  /** People of each sign-up month; `active[0]` in the month after it. */
  cohorts: { month: Month; people: number; profiled: number; completed: number; withdrew: number; active: number[] }[];
};

// Sample. Query: `answer=questionId:code` repeated (any of a question's codes, all of the questions), `ageFrom`, `ageTo`,
// `notAskedInDays`, `contactsBelow` (in a week), `notInTask`, `finishedWanted`, `quotaRow`, `quotaColumn`, `task` (whose progress is drawn).

export type SampleQuestion = QuestionChoice & { options: { code: string; label: string }[] };
export type NarrowingStep = {
  rule: 'approved' | 'opted-in' | 'answer' | 'age' | 'not-asked' | 'contacts' | 'not-in-task';
  label: string;
  people: number;
};
export type QuotaCell = { wanted: number; needed: number; available: number };
export type TaskProgress = {
  task: string;
  sentAt: Instant;
  remindedAt: Instant | null;
  reminded: number;
  sent: number;
  delivered: number;
  /** Null where it is not known. */
  opened: number | null;
  dropped: number;
  /** Running totals, oldest first. */
  progress: { at: Instant; delivered: number; opened: number | null; dropped: number }[];
};
export type SamplePage = {
  at: Instant;
  questions: SampleQuestion[];
  tasks: string[];
  /** From everybody approved to the sample, a step for each rule. */
  narrowing: NarrowingStep[];
  /** The share of those asked who finish, by the last tasks; null where it is not known. */
  finishShare: number | null;
  quota: {
    row: QuestionChoice;
    column: QuestionChoice;
    columns: string[];
    rows: { label: string; cells: QuotaCell[] }[];
  } | null;
  task: TaskProgress | null;
};
