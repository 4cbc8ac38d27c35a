/** For so long the reports of partners are kept; afterwards a day can't be counted again. */
export const EVENTS_KEPT_MONTHS = 13;
