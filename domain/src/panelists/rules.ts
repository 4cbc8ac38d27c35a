/** Specification: age limits. */
export const MIN_AGE = 18;
export const MAX_AGE = 99;

/** Assumption: name-length. */
export const MAX_NAME_LENGTH = 100;

/** Assumption: did-shape. A malformed did gets the same answer as an unknown one. */
const DID = /^[A-Za-z0-9_-]{8,64}$/;
export const isDid = (text: unknown): text is string => typeof text === 'string' && DID.test(text);

/** Specification: the revision of the terms that a panelist accepts today. */
export const TERMS = { effective: '2022-05-15', revised: '2024-11-26' } as const;

/** The id of the registration questionnaire. A changed question, option or rule needs a new version. */
export const REGISTRATION = { id: 'registration', version: 3 } as const;

/** Specification: a panelist who took part within this many months is active. Only active panelists are invited. */
export const ACTIVE_MONTHS = 12;

/** Assumption: retention. A panelist inactive for this many months is notified, and deleted this many days later. */
export const PURGE_MONTHS = 24;
export const PURGE_NOTICE_DAYS = 30;
