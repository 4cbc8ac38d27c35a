/** The questions by which panelists are counted and selected, and the LSM group, which counts as one. */
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { AGE_GROUPS } from '@panel/domain/panelists/age-groups';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { asksOf, type Question } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';

const asked = QUESTIONNAIRES.flatMap((definition) => asksOf(definition)).map(({ question }) => question);
const isSealed = (question: Question): boolean => question.personal === true;

/** The LSM group, and the questions with options whose answers aren't encrypted. */
export const QUESTIONS = new Map(
  [LSM, ...asked.filter((question) => 'options' in question).filter((question) => !isSealed(question))].map(
    (question) => [question.id, question],
  ),
);

/** If a panelist gives one answer at most, the counts of the answers add up to people. */
export const hasOneAnswer = (id: string): boolean => QUESTIONS.get(id)?.kind !== 'many';

/** The cells of a quota: the answers to a question, or the groups of ages. */
export const quotaOptionsOf = (id: string): readonly { readonly code: string; readonly label: string }[] =>
  id === AGE_QUOTA.id ? AGE_GROUPS : (QUESTIONS.get(id)?.options ?? []);
/** Quotas need one cell per panelist. */
export const isQuotaQuestion = (id: string): boolean => id === AGE_QUOTA.id || (QUESTIONS.has(id) && hasOneAnswer(id));

export const labelOf = (id: string): string =>
  id === AGE_QUOTA.id ? AGE_QUOTA.label : (QUESTIONS.get(id)?.label ?? id);
/** `Gauteng, Limpopo or Free State` */
export function answersOf(id: string, codes: readonly string[]): string {
  const options = QUESTIONS.get(id)?.options ?? [];
  const labels = codes.map((code) => options.find((option) => option.code === code)?.label ?? code);
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].filter(Boolean).join(' or ');
}

/** Questions that can be answered with none of the options. */
export const NONE_IS_ANSWER = [...QUESTIONS.values()].flatMap((question) =>
  'noneOfThese' in question ? [question.id] : [],
);

/** Questions that identify a person and are never counted. */
export const SEALED_QUESTIONS = [
  ...new Map(asked.filter(isSealed).map((question) => [question.id, question])).values(),
];
