/** The problems that a panelist can report about a survey that wasn't paid or was reversed, and their answers. */
export const DISPUTE_KINDS = ['no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'other'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const DISPUTE_STATES = ['new', 'waiting-for-partner', 'proposed', 'credited', 'declined'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Assumption: reports. Panelists are promised an answer within this many days. */
export const ANSWER_DAYS = 5;
export const MAX_REPORT_LENGTH = 300;
