import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { count, plural, rand, sum } from '../format.ts';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable, heatClass } from '../parts/DataTable.tsx';
import { PAYOUT_STATES } from '../words.ts';

const AGES = ['Under 15 min', 'to 1 h', 'to 24 h', 'Older'];
type Row = MoneyPageData['payouts'][number];

/** Open payouts by state and age: a table with heat, so that what is stuck stands out. */
export function OpenPayouts({ payouts }: { payouts: MoneyPageData['payouts'] }) {
  const counts = payouts.flatMap(({ ages }) => ages);
  const open = sum(counts);
  const review = sum(payouts.find(({ state }) => state === 'needs-review')?.ages ?? []);
  return (
    <Card
      title={`${plural(open, 'payout is', 'payouts are')} open; ${review === 0 ? 'none need' : review === 1 ? 'one needs' : `${count(review)} need`} review`}
      sub="By state and age. While the issuer is up, no payout should stay open for more than 15 minutes."
      tools={<CsvLink page="money" table="payouts" />}
      flush
    >
      <DataTable
        caption="Payouts by state and age"
        isHeat
        rows={payouts}
        rowKey={({ state }) => state}
        columns={[
          {
            head: 'State',
            cell: ({ state }) => (
              <>
                {PAYOUT_STATES[state][0]}
                <small>{PAYOUT_STATES[state][1]}</small>
              </>
            ),
            foot: 'All',
          },
          ...AGES.map((head, index) => {
            const numberIn = ({ ages }: Row) => ages[index] ?? 0;
            return {
              head,
              isNumber: true,
              cell: (row: Row) => (numberIn(row) === 0 ? '·' : count(numberIn(row))),
              cellClass: (row: Row) =>
                numberIn(row) === 0 ? undefined : heatClass(numberIn(row), Math.max(...counts)),
              foot: count(sum(payouts.map(numberIn))),
            };
          }),
          { head: 'All', isNumber: true, cell: ({ ages }) => <b>{count(sum(ages))}</b>, foot: count(open) },
          {
            head: 'Amount',
            isNumber: true,
            cell: ({ amount }) => rand(amount),
            foot: rand(sum(payouts.map(({ amount }) => amount))),
          },
        ]}
      />
    </Card>
  );
}
