import type { MoneyChange } from './today-page.ts';
import type { CentsNumber } from './values.ts';

type Wallet = Readonly<Record<'available' | 'pending' | 'reserved' | 'owed', CentsNumber>>;

/** What deleting a profile does to its money. Assumption: forfeited-on-deletion. */
export const erasureChanges = ({ available, pending, reserved, owed }: Wallet): MoneyChange[] => [
  { label: 'Available, forfeited', before: available, after: 0 },
  { label: 'Pending, forfeited', before: pending, after: 0 },
  { label: 'Payout in progress, still delivered', before: reserved, after: reserved },
  ...(owed > 0 ? [{ label: 'Owed, remembered if the person signs up again', before: owed, after: owed }] : []),
];
