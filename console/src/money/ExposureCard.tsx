import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { day, month, rand, sum } from '../format.ts';
import { TableCard } from '../parts/TableCard.tsx';

export function ExposureCard({ exposure, pending }: { exposure: MoneyPageData['exposure']; pending: number }) {
  const all = sum(exposure.map(({ amount }) => amount));
  return (
    <TableCard
      title={all === 0 ? 'Nothing can be taken back any more' : `${rand(all)} could still be taken back`}
      sub={`By month earned. ${rand(pending)} is still pending and would leave no debt.`}
      define="exposure"
      csv={{ page: 'money', table: 'exposure' }}
      caption="What partners could still take back, by month earned"
      rows={exposure}
      rowKey={(row) => `${row.partner} ${row.month}`}
      empty="Every month is closed."
      columns={[
        { head: 'Earned in', cell: (row) => month(row.month), foot: 'All' },
        { head: 'Partner', cell: (row) => PARTNER_NAMES[row.partner] },
        { head: 'Until', cell: (row) => day(row.until) },
        { head: 'Could be taken back', value: ({ amount }) => amount, format: rand, isSummed: true },
      ]}
    />
  );
}
