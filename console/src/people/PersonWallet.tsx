import type { PersonCard } from '@panel/api/panelists/card-page';
import { MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { day, rand } from '../format.ts';
import { Amount, StatTile, Tiles } from '../parts/StatTile.tsx';

export function PersonWallet({ card: { wallet, earned, paidOut, nextReleaseOn } }: { card: PersonCard }) {
  const short = MINIMUM_WITHDRAWAL_SHOWN - wallet.available;
  return (
    <Tiles>
      <StatTile
        label="Available"
        value={<Amount cents={wallet.available} />}
        sub={short > 0 ? `${rand(short)} short of the minimum withdrawal` : 'enough to withdraw'}
      />
      <StatTile
        label="Pending"
        value={<Amount cents={wallet.pending} />}
        sub={nextReleaseOn ? `next on ${day(nextReleaseOn)}` : 'none'}
      />
      <StatTile
        label="Reserved"
        value={<Amount cents={wallet.reserved} />}
        sub={wallet.reserved > 0 ? 'payout in progress' : 'no payout in progress'}
      />
      <StatTile label="Owed" define="owed" value={<Amount cents={wallet.owed} />} />
      <StatTile label="Total earned" value={<Amount cents={earned} />} sub={`${rand(paidOut)} paid out`} />
    </Tiles>
  );
}
