import { type Answers, type Questionnaire, sentAsksOf } from './definition.ts';

/** Without the lists that weren't touched: they are sent empty, and only a required one must be answered. */
export function givenAnswers(definition: Questionnaire, answers: Answers): Answers {
  const untouched = sentAsksOf(definition).filter(({ question, required }) => {
    const answer = answers[question.id];
    return !required && Array.isArray(answer) && answer.length === 0;
  });
  return { ...answers, ...Object.fromEntries(untouched.map(({ question }) => [question.id, undefined])) };
}
