/**
 * Assumption: reversal-windows. Cint's buyers may reverse until the end of the 25th of the next month in US Central time, which is the
 * 26th in South Africa.
 */
export const CINT_REVERSALS = { untilDayOfNextMonth: 26 } as const;
