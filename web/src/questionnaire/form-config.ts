import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { Method } from '../shell/api.ts';

/** Where the detail of a 400 is shown: instead of the message for its status, or below it. */
export type DetailPlace = 'instead' | 'beneath';

/** What a form asks, where its answers go, and what follows: the same with script and without. */
export type FormConfig = {
  readonly definition: Questionnaire;
  readonly send: { readonly method: Exclude<Method, 'GET'>; readonly path: string };
  /** Whether Submit works again right after an error, or only after 'Try again'. */
  readonly afterError: 'retry' | 'stay-disabled';
  readonly detailPlace: DetailPlace;
  readonly success: string;
  readonly doneAt: string;
};
