import type { FormFailure } from './form-state.ts';

/** Unanswered submissions, by panelist and questionnaire. A form that is reopened waits for its submission instead of sending it twice. */
export const pendingSubmissions = new Map<string, Promise<FormFailure | undefined>>();
