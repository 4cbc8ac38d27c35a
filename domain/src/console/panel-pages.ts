import type { PanelistStatus } from '../panelists/status.ts';
import type { Day, Month } from './values.ts';

// Panel. Query: `question`, `row` and `column` are ids of `questions`; `status` a panelist's status (approved).

export type QuestionChoice = { id: string; label: string };
/** `hasOneAnswer` if a panelist gives at most one answer, so the counts of its answers add up to people. */
export type CountedQuestion = QuestionChoice & { hasOneAnswer: boolean };
type Actives = Record<'activeIn90Days' | 'activeIn30Days' | 'activeIn7Days', number | null>;
export type PanelPageData = {
  countedOn: Day;
  status: PanelistStatus;
  size: number;
  sizeBefore30Days: number;
  /** How many of `size` signed up in the 30 days. */
  joinedIn30Days: number;
  /** Approved panelists alone are counted as active: empty for another status, as `Actives` are null. */
  active: { days: 7 | 30 | 90 | 365; people: number }[];
  /** The ends of the last 12 months and the day of the count, oldest first. */
  growth: ({ day: Day; size: number } & Actives)[];
  questions: QuestionChoice[];
  /** The labels of the questions that are never counted. */
  sealed: string[];
  /** In the order of the question's options. `answered` is how many people gave any of the answers. */
  composition: CountedQuestion & { answered: number; answers: { label: string; people: number }[] };
  /** `answered` is how many people answered both questions. */
  crossed: {
    row: CountedQuestion;
    column: CountedQuestion;
    answered: number;
    columns: string[];
    rows: { label: string; people: number[] }[];
  };
  /** `people` signed up in the month; the others are those of them who have not left. `active[0]` is the month after it. */
  cohorts: { month: Month; people: number; profiled: number; completed: number; withdrew: number; active: number[] }[];
};
