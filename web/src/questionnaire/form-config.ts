import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { Method } from '../calls/api.ts';

/** What a form asks, where its answers go, and what follows: the same with script and without. */
export type FormConfig = {
  readonly definition: Questionnaire;
  readonly send: { readonly method: Exclude<Method, 'GET'>; readonly path: string };
  /**
   * By the specification a profiling survey can be sent again right after an error, and shows the detail of a 400 instead of the message
   * for its status. The other forms show it below the message, and wait for 'Try again'.
   */
  readonly isProfiling?: true;
  /** Its title, and the toast after it was sent. */
  readonly words: () => { readonly title: string; readonly success: string };
  readonly doneAt: string;
};
