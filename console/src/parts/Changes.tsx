import type { MoneyChange } from '@panel/domain/console/today-page';
import { rand, signedRand } from '../format.ts';
import { DataTable } from './DataTable.tsx';

/** What a decision does to amounts: shown to the proposer and to the approver. */
export const Changes = ({ changes }: { changes: readonly MoneyChange[] }) => (
  <DataTable
    caption="Before and after"
    rows={changes}
    rowKey={({ label }) => label}
    empty={null}
    columns={[
      { head: 'Amounts', cell: ({ label }) => label },
      { head: 'Before', value: ({ before }) => before, format: rand },
      { head: 'After', value: ({ after }) => after, format: rand },
      {
        head: 'Change',
        value: ({ before, after }) => after - before,
        format: (change) => (change === 0 ? 'none' : signedRand(change)),
      },
    ]}
  />
);
