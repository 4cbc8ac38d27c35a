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
      { head: 'Before', isNumber: true, cell: ({ before }) => rand(before) },
      { head: 'After', isNumber: true, cell: ({ after }) => rand(after) },
      {
        head: 'Change',
        isNumber: true,
        cell: ({ before, after }) => (before === after ? 'none' : signedRand(after - before)),
      },
    ]}
  />
);
