/** Specification: age limits. */
export const MIN_AGE = 18;
export const MAX_AGE = 99;

/** Assumption: name-length. */
export const MAX_NAME_LENGTH = 100;

/** Assumption: did-shape. A malformed did is answered like an unknown one. */
const DID = /^[A-Za-z0-9_-]{8,64}$/;
export const isDid = (text: unknown): text is string => typeof text === 'string' && DID.test(text);

/** Specification: the revision of the terms that a panelist accepts today. */
export const TERMS = { effective: '2022-05-15', revised: '2024-11-26' } as const;

/** What the registration questionnaire is known by; a changed question, option or rule of it makes a new version. */
export const REGISTRATION = { id: 'registration', version: 2 } as const;

/** Specification: who took part in this many months is active, and only the active are invited. */
export const ACTIVE_MONTHS = 12;

/** Assumption: retention. Who took part in nothing for so many months is told so, and deleted so many days later. */
export const PURGE_MONTHS = 24;
export const PURGE_NOTICE_DAYS = 30;
