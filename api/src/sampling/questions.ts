/** The questions by which panelists are counted and selected. The LSM group and the age count as questions with one answer. */
import type { CountedQuestion } from '@panel/domain/console/panel-pages';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { AGE_GROUPS } from '@panel/domain/panelists/age-groups';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { asksOf, type Question } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';

type SelectableQuestion = CountedQuestion & {
  readonly options: readonly { readonly code: string; readonly label: string }[];
  /** Whether it can be answered with none of the options. */
  readonly allowsNone: boolean;
};

const asked = QUESTIONNAIRES.flatMap((definition) => asksOf(definition)).map(({ question }) => question);
const isSealed = (question: Question): boolean => question.personal === true;

/** The LSM group first, then the questions with options whose answers aren't encrypted. */
export const QUESTIONS: ReadonlyMap<string, SelectableQuestion> = new Map(
  [LSM, ...asked.filter((question) => 'options' in question).filter((question) => !isSealed(question))].map(
    (question) => [
      question.id,
      { ...question, hasOneAnswer: question.kind !== 'many', allowsNone: 'noneOfThese' in question },
    ],
  ),
);
/** Also the age group, which the panel is counted by and quotas can be by. */
export const COUNTED_QUESTIONS: ReadonlyMap<string, SelectableQuestion> = new Map([
  ...QUESTIONS,
  [AGE_QUOTA.id, { ...AGE_QUOTA, options: AGE_GROUPS, hasOneAnswer: true, allowsNone: false }],
]);

/** The labels of questions that identify a person and are never counted. */
export const SEALED_LABELS = [...new Set(asked.filter(isSealed).map(({ label }) => label))];

export const labelOf = (id: string): string => COUNTED_QUESTIONS.get(id)?.label ?? id;
export const optionsOf = (id: string) => COUNTED_QUESTIONS.get(id)?.options ?? [];
/** `Gauteng, Limpopo or Free State` */
export function answersOf(id: string, codes: readonly string[]): string {
  const labels = codes.map((code) => optionsOf(id).find((option) => option.code === code)?.label ?? code);
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' or ');
}
