import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { count, plural, rand, sum } from '../format.ts';
import { TableCard } from '../parts/TableCard.tsx';
import { PAYOUT_STATES } from '../words.ts';

const AGES = ['Under 15 min', 'to 1 h', 'to 24 h', 'Older'];
type Row = MoneyPageData['payouts'][number];

/** Open payouts by state and age: a table with heat, so that what is stuck stands out. */
export function OpenPayouts({ payouts }: { payouts: MoneyPageData['payouts'] }) {
  const counts = payouts.flatMap(({ ages }) => ages);
  const review = sum(payouts.find(({ state }) => state === 'needs-review')?.ages ?? []);
  return (
    <TableCard
      title={`${plural(sum(counts), 'payout is', 'payouts are')} open; ${review === 0 ? 'none need' : review === 1 ? 'one needs' : `${count(review)} need`} review`}
      sub="By state and age. While the issuer is up, no payout should stay open for more than 15 minutes."
      csv={{ page: 'money', table: 'payouts' }}
      caption="Payouts by state and age"
      isHeat
      rows={payouts}
      rowKey={({ state }) => state}
      columns={[
        {
          head: 'State',
          cell: ({ state }) => PAYOUT_STATES[state][0],
          note: ({ state }) => PAYOUT_STATES[state][1],
          foot: 'All',
        },
        ...AGES.map((head, index) => ({
          head,
          value: ({ ages }: Row) => ages[index] || null,
          strongestFrom: Math.max(...counts),
          isSummed: true,
        })),
        { head: 'All', value: ({ ages }) => sum(ages), format: (many) => <b>{count(many)}</b>, isSummed: true },
        { head: 'Amount', value: ({ amount }) => amount, format: rand, isSummed: true },
      ]}
    />
  );
}
