import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { HeatTable, heatClass } from '../charts/HeatTable.tsx';
import { count, plural, rand, sum } from '../format.ts';
import { Card, CsvLink } from '../parts/Card.tsx';
import tableStyles from '../parts/DataTable.module.css';
import { PAYOUT_STATES } from '../words.ts';

const AGES = ['Under 15 min', 'to 1 h', 'to 24 h', 'Older'];

/** Open payouts by state and age: a table with heat, so that what is stuck stands out. */
export function OpenPayouts({ payouts }: { payouts: MoneyPageData['payouts'] }) {
  const open = sum(payouts.flatMap(({ ages }) => ages));
  const review = sum(payouts.find(({ state }) => state === 'needs-review')?.ages ?? []);
  const max = Math.max(...payouts.flatMap(({ ages }) => ages), 1);
  return (
    <Card
      title={`${plural(open, 'payout is', 'payouts are')} open; ${review === 0 ? 'none need' : review === 1 ? 'one needs' : `${count(review)} need`} review`}
      sub="By state and age. While the issuer is up, no payout should stay open for more than 15 minutes."
      tools={<CsvLink page="money" table="payouts" />}
      flush
    >
      <HeatTable label="Payouts by state and age">
        <thead>
          <tr>
            <th scope="col">State</th>
            {[...AGES, 'All', 'Amount'].map((head) => (
              <th key={head} scope="col" className={tableStyles.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payouts.map(({ state, ages, amount }) => (
            <tr key={state}>
              <th scope="row">
                {PAYOUT_STATES[state][0]}
                <small>{PAYOUT_STATES[state][1]}</small>
              </th>
              {ages.map((value, index) => (
                <td key={AGES[index]} className={value === 0 ? tableStyles.number : heatClass(value, max)}>
                  {value === 0 ? '·' : count(value)}
                </td>
              ))}
              <td className={tableStyles.number}>
                <b>{count(sum(ages))}</b>
              </td>
              <td className={tableStyles.number}>{rand(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {AGES.map((head, index) => (
              <td key={head} className={tableStyles.number}>
                {count(sum(payouts.map(({ ages }) => ages[index] ?? 0)))}
              </td>
            ))}
            <td className={tableStyles.number}>{count(open)}</td>
            <td className={tableStyles.number}>{rand(sum(payouts.map(({ amount }) => amount)))}</td>
          </tr>
        </tfoot>
      </HeatTable>
    </Card>
  );
}
