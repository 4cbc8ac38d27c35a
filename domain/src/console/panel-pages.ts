import type { PanelistStatus } from '../panelists/status.ts';
import type { Day, Month } from './values.ts';

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
