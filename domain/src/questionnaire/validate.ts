import { ageOn, isRealDate } from '../calendar.ts';
import type { Answer, Ask, Question } from './definition.ts';

/** What can be wrong with an answer. The sentences are in wording/faults.ts. */
export type FormFaultCode = 'required' | 'invalidDate' | 'tooOld' | 'tooYoung' | 'tooLong' | 'unreadable';
/** Faults that only a payload can have. */
export type FaultCode = FormFaultCode | 'wrongType' | 'notAnOption' | 'wrongLength' | 'repeated' | 'unknownField';

/** Invisible characters in a name, and those, such as U+202E, that change the order it is shown in. */
export const UNREADABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** Whether a question counts as answered. An empty tick list counts only if the form has a box for "none". */
export function isAnswered(question: Question, answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  if (question.kind === 'many')
    return (Array.isArray(answer) && answer.length > 0) || question.noneOfThese !== undefined;
  if (question.kind === 'tick') return answer === true;
  return typeof answer === 'string' ? answer.trim() !== '' : true;
}

/** The first fault of an answer, or null. `today` is the South African date. */
export function faultOf(
  ask: Ask,
  answer: Answer | undefined,
  today: string,
  at: 'form' | 'server',
): FormFaultCode | null {
  const { question } = ask;
  if (!isAnswered(question, answer)) return ask.required ? 'required' : null;
  if (question.kind !== 'text' && question.kind !== 'date') return null;
  const text = String(answer);
  if (question.kind === 'text') {
    if (text.trim().length > question.maxLength) return 'tooLong';
    if (UNREADABLE.test(text)) return 'unreadable';
  }
  if (question.kind === 'date') {
    if (!isRealDate(text)) return 'invalidDate';
    if (at === 'form' && ask.ageCheck === 'server') return null;
    const age = ageOn(text, today);
    if (age > question.maxAge) return 'tooOld';
    if (age < question.minAge) return 'tooYoung';
  }
  return null;
}
