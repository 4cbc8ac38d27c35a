/** The questions that the Panel page counts by: the LSM group first, those with open answers, and the age group. */
import type { CountedQuestion } from '@panel/domain/console/panel-pages';
import { AGE_GROUPS } from '@panel/domain/panelists/age-groups';
import { hasOneAnswer, QUESTIONS } from '../sampling/questions.ts';

export const AGE = 'age';

type PanelQuestion = CountedQuestion & {
  readonly options: readonly { readonly code: string; readonly label: string }[];
};

export const PANEL_QUESTIONS: ReadonlyMap<string, PanelQuestion> = new Map(
  [
    ...[...QUESTIONS.values()].map(({ id, label, options }) => ({
      id,
      label,
      hasOneAnswer: hasOneAnswer(id),
      options,
    })),
    { id: AGE, label: 'Age group', hasOneAnswer: true, options: AGE_GROUPS },
  ].map((question) => [question.id, question]),
);
