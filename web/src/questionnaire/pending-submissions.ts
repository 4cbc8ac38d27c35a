import type { Failure } from './form-state.ts';

/**
 * Submissions without an answer yet, by panelist and questionnaire. A form that was left and opened again waits for its
 * submission instead of sending it twice.
 */
export const pendingSubmissions = new Map<string, Promise<Failure | undefined>>();
