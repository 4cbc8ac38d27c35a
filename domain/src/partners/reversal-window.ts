/** How long partners may reverse completions of a month. */
import { addDays, addMonthsTo } from '../calendar.ts';
import type { Partner } from './partners.ts';

/** Assumption: reversal-windows. PureSpectrum names no day. */
const OPEN_DAYS = 90;
/** Cint's buyers may reverse until the end of the 25th of the next month in US Central time, which is the 26th in South Africa. */
const CINT_LAST_DAY = 26;

/** The last South African day on which a partner may reverse completions of a month. */
export const reversalsEndOn = (partner: Partner, month: string): string =>
  partner === 'purespectrum'
    ? addDays(`${addMonthsTo(month, 1)}-01`, OPEN_DAYS - 1)
    : `${addMonthsTo(month, 1)}-${CINT_LAST_DAY}`;

export const isOpenToReversals = (partner: Partner, month: string, on: string): boolean =>
  on <= reversalsEndOn(partner, month);
