/** The questions that panelists are counted and chosen by. */
import { asksOf } from '@panel/domain/questionnaire/definition';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';

const asked = QUESTIONNAIRES.flatMap((definition) => asksOf(definition)).map(({ question }) => question);
const isSealed = (question: (typeof asked)[number]): boolean => 'personal' in question && question.personal === true;

/** Those with options whose answers aren't encrypted. */
export const QUESTIONS = new Map(
  asked.flatMap((question) =>
    'options' in question && !('personal' in question) ? [[question.id, question] as const] : [],
  ),
);

/** Those that identify a person and are never counted. */
export const SEALED_QUESTIONS = [
  ...new Map(asked.filter(isSealed).map((question) => [question.id, question])).values(),
];
