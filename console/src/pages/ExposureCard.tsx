import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { month, rand, sum } from '../format.ts';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';

export function ExposureCard({ exposure, pending }: { exposure: MoneyPageData['exposure']; pending: number }) {
  const all = sum(exposure.map(({ amount }) => amount));
  const months = [...new Set(exposure.map((row) => row.month))];
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
        rows={months}
        rowKey={(row) => row}
        empty="Every month is closed."
        columns={[
          { head: 'Earned in', cell: (row) => month(row), foot: 'All' },
          {
            head: 'Could be taken back',
            isNumber: true,
            cell: (row) => rand(sum(exposure.filter((each) => each.month === row).map(({ amount }) => amount))),
            foot: rand(all),
          },
        ]}
      />
    </Card>
  );
}
