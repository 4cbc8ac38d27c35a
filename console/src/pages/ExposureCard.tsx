import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { day, month, rand, sum } from '../format.ts';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';

export function ExposureCard({ exposure, pending }: { exposure: MoneyPageData['exposure']; pending: number }) {
  const all = sum(exposure.map(({ amount }) => amount));
  return (
    <Card
      title={all === 0 ? 'Nothing can be taken back any more' : `${rand(all)} could still be taken back`}
      sub={`By month earned. ${rand(pending)} is still pending and would leave no debt.`}
      define="exposure"
      tools={<CsvLink page="money" table="exposure" />}
      flush
    >
      <DataTable
        caption="What partners could still take back, by month earned"
        rows={exposure}
        rowKey={(row) => `${row.partner} ${row.month}`}
        empty="Every month is closed."
        columns={[
          { head: 'Earned in', cell: (row) => month(row.month), foot: 'All' },
          { head: 'Partner', cell: (row) => PARTNER_NAMES[row.partner] },
          { head: 'Until', cell: (row) => day(row.until) },
          { head: 'Could be taken back', isNumber: true, cell: (row) => rand(row.amount), foot: rand(all) },
        ]}
      />
    </Card>
  );
}
