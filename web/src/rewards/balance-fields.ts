/** The page that a button of the balance opens without script: the withdrawal, or the report about a session. */
export const OPEN_FIELD = 'open';
export const OPEN_WITHDRAWAL = 'withdraw';
