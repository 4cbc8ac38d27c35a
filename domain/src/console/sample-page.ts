import { DAY_MS } from '../durations.ts';
import type { CountedQuestion, QuestionChoice } from './panel-pages.ts';
import type { SendingHours } from './sends.ts';
import type { Instant } from './values.ts';

// Sample. Query: `answer=questionId:code` repeated (any of a question's codes, all of the questions), `ageFrom`, `ageTo`,
// `qualityFrom`, `notAskedInDays`, `contactsBelow` (in a week), `notInTask`; `finishedWanted`, `finishPercent`, `seed`, `quotaRow`,
// `quotaColumn`, `cell=rowCode:columnCode:wanted` repeated; `task` (whose progress is shown).

/** Quotas can be set by a question with one answer. */
export type SampleQuestion = CountedQuestion & { options: { code: string; label: string }[] };
export type NarrowingStep = {
  rule: 'everybody' | 'answer' | 'age' | 'quality' | 'contactable' | 'not-asked' | 'contacts' | 'not-in-task';
  label: string;
  people: number;
};

/** How many finished answers are wanted, how many people are asked for that, and how many there are. */
export type QuotaCell = { wanted: number; needed: number; available: number };
export type QuotaGridData = {
  row: QuestionChoice;
  /** Null if the quotas are by one question. */
  column: QuestionChoice | null;
  columns: { code: string; label: string }[];
  rows: { code: string; label: string; cells: QuotaCell[] }[];
};

export type TaskState = 'drawn' | 'scheduled' | 'sending' | 'soft-launched' | 'sent' | 'stopped';
export const TASK_FIGURES = ['sent', 'opened', 'finished', 'dropped', 'left-out', 'reminded'] as const;
/** A panelist who opened a study and did not finish it within this time has dropped out. */
export const DROPPED_AFTER_MS = DAY_MS;
export type TaskFigure = (typeof TASK_FIGURES)[number];

/** The operations that send to many. */
export type SendOperation = 'invite-task' | 'continue-task' | 'remind-task';

/** A rule of a sample in words: `Age`, `18 to 49`. */
export type SampleRule = { label: string; value: string };
/** `Age: 18 to 49`. A question keeps its own mark. */
export const ruleText = ({ label, value }: SampleRule): string => `${label}${label.endsWith('?') ? '' : ':'} ${value}`;

export type SavedSample = {
  name: string;
  query: string;
  rules: SampleRule[] | null;
  savedBy: string;
  savedAt: Instant;
};

/** How many people a sample has now; null on a large panel if no rule chooses among them. */
export type SampleCount = { people: number | null; at: Instant };

type TaskRow = {
  task: string;
  createdAt: Instant;
  state: TaskState;
  drawn: number;
  sent: number;
  opened: number;
  finished: number;
};
export type TaskProgress = {
  task: string;
  state: TaskState;
  seed: number;
  text: string | null;
  /** The rules it was drawn by, in words and as a query of this page; null if a question or an answer no longer exists. */
  rules: SampleRule[] | null;
  query: string;
  /** How many are invited in the soft launch; null without one. */
  softPeople: number | null;
  /** When the others begin to be invited. */
  continueAt: Instant | null;
  /** When the invitations begin to be sent; null before the first invitation. */
  sendAt: Instant | null;
  remindAt: Instant | null;
  drawn: number;
  /** What can be sent now, and to how many. The operator confirms the number. */
  nextSend: { operation: SendOperation; people: number } | null;
  figures: Record<TaskFigure, number>;
  /** Null before the reminder. */
  openedBeforeReminder: number | null;
  /** Running totals, oldest first, each up to its time. */
  progress: ({ at: Instant } & Record<TaskFigure, number>)[];
};
export type SamplePageData = {
  at: Instant;
  questions: SampleQuestion[];
  /** The last tasks, newest first. */
  tasks: TaskRow[];
  /** Of these and of older ones, newest first. */
  taskNames: string[];
  /** By name. */
  saved: SavedSample[];
  /** From everybody on the panel to the sample, a step for each rule. */
  narrowing: NarrowingStep[];
  /** The share of those sent the link who finished, by the last tasks; null if it is not known. */
  finishShare: number | null;
  /** How many people each way to launch a draw by this query would invite. */
  draw: { everyone: number; soft: number };
  quota: QuotaGridData | null;
  /** The origins that a study's address may have. */
  studyOrigins: string[];
  /** How often a panelist may be contacted in seven days. */
  contactsPerWeek: number;
  sendingHours: SendingHours;
  /** Whether there is a device to send tests to. */
  canTest: boolean;
  /** Null if the query names no task, or one that doesn't exist. */
  task: TaskProgress | null;
};
