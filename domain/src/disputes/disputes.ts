/** What a panelist reports about a survey that was not paid or was taken back, and how it is answered. */
export const DISPUTE_KINDS = ['no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'other'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const DISPUTE_STATES = ['new', 'waiting-for-partner', 'proposed', 'credited', 'declined'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Assumption: reports. Days within which a report is answered, as panelists are promised. */
export const ANSWER_DAYS = 5;
export const MAX_REPORT_LENGTH = 300;
