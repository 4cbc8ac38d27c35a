/** How long partners may reverse completions of a month. */
import { addDays, addMonthsTo } from '../calendar.ts';
import { PARTNER_CONTRACTS, type Partner } from './partners.ts';

/** The last South African day on which a partner may reverse completions of a month. */
export function reversalsEndOn(partner: Partner, month: string): string {
  const { reversals } = PARTNER_CONTRACTS[partner];
  const next = addMonthsTo(month, 1);
  return 'daysAfterMonth' in reversals
    ? addDays(`${next}-01`, reversals.daysAfterMonth - 1)
    : `${next}-${String(reversals.untilDayOfNextMonth).padStart(2, '0')}`;
}

export const isOpenToReversals = (partner: Partner, month: string, on: string): boolean =>
  on <= reversalsEndOn(partner, month);
