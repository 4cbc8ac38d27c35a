/*
 * Every question, worded once. A questionnaire only lists which of these it asks and where each answer travels.
 * Assumption: question-wording. The specification names the questions; where it gives no sentence, these are ours.
 * One file for each group that is asked together: a form imports those it asks, so a phone loads no other.
 */
export * from './questions/agreements.ts';
export * from './questions/habits.ts';
export * from './questions/living-standard.ts';
export * from './questions/origin.ts';
export * from './questions/profile.ts';
export * from './questions/spending.ts';
