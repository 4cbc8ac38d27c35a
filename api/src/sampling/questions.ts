/** The questions by which panelists are counted and selected. */
import { asksOf, type Question } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';

const asked = QUESTIONNAIRES.flatMap((definition) => asksOf(definition)).map(({ question }) => question);
const isSealed = (question: Question): boolean => question.personal === true;

/** Questions with options, whose answers aren't encrypted. */
export const QUESTIONS = new Map(
  asked.flatMap((question) => ('options' in question && !isSealed(question) ? [[question.id, question] as const] : [])),
);

/** If a panelist gives one answer at most, the counts of the answers add up to people. */
export const hasOneAnswer = (id: string): boolean => QUESTIONS.get(id)?.kind !== 'many';

/** Questions that can be answered with none of the options. */
export const NONE_IS_ANSWER = [...QUESTIONS.values()].flatMap((question) =>
  'noneOfThese' in question ? [question.id] : [],
);

/** Questions that identify a person and are never counted. */
export const SEALED_QUESTIONS = [
  ...new Map(asked.filter(isSealed).map((question) => [question.id, question])).values(),
];
