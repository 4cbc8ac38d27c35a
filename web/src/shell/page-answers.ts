/** The answers that came with the page: what the first screen needs is not fetched a second time. */
import { ANSWERS_ELEMENT, type Answer, type Answers } from '@panel/domain/page';
import { CallFailed } from './api.ts';
import { readPageJson } from './page.ts';

/** What a screen has loaded, or failed to load, or is loading. */
export type LoadState<T> = { readonly loading: boolean; readonly data?: T; readonly failure?: unknown };

let answers: Answers = {};

export const setPageAnswers = (given: Answers): void => {
  answers = given;
};

/** Undefined on a page that is the same for everybody. */
export const readPageAnswers = (): Answers | undefined => readPageJson<Answers>(ANSWERS_ELEMENT);

/** The state of a load whose answer came with the page, or undefined. */
export function loadedWithPage<T>(path: string, read: (body: unknown) => T): LoadState<T> | undefined {
  const answer: Answer | undefined = answers[path];
  if (!answer) return undefined;
  try {
    if (answer.status >= 300) throw new CallFailed(answer.status, answer.body);
    return { loading: false, data: read(answer.body) };
  } catch (failure) {
    return { loading: false, failure };
  }
}
