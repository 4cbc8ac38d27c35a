import type { Failure } from './form-state.ts';

/**
 * The answers that are being sent, by panelist and questionnaire, and what becomes of each. A form that was left meanwhile
 * and opened again follows them, and sends nothing twice.
 */
export const underWay = new Map<string, Promise<Failure | undefined>>();
