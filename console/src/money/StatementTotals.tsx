/** The sums of a partner's statement, and what taking rewards back by it means for panelists. */
import type { TakenFrom } from '@panel/api/rewards/credited';
import { type ReadStatement, STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import type { CountAndAmount } from '@panel/domain/console/values';
import { count, plural, rand, sum } from '../format.ts';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { STATEMENT_VERDICT_WORDS } from '../words.ts';

export function StatementTotals({ statement: { rows, theirs }, ours }: { statement: ReadStatement; ours: number }) {
  const listed = rows.filter(({ verdict }) => verdict !== 'ours-only' && verdict !== 'by-hand');
  // The rest of the file: rewards credited by hand that it lists as reversed.
  const byHandInFile = theirs - sum(listed.map((row) => row.count));
  const inFile = ({ verdict, count: many }: ReadStatement['rows'][number]) => {
    if (verdict === 'by-hand') return byHandInFile;
    return verdict === 'ours-only' ? 0 : many;
  };
  const shown = STATEMENT_VERDICTS.flatMap(
    (verdict) => rows.find((row) => row.verdict === verdict && row.count > 0) ?? [],
  );
  return (
    <TableCard
      title="Totals"
      sub="Our rewards and the rows of the statement"
      span={7}
      rows={shown}
      rowKey={({ verdict }) => verdict}
      columns={[
        { head: 'Result', cell: ({ verdict }) => STATEMENT_VERDICT_WORDS[verdict], foot: 'Total' },
        {
          head: 'Our rewards',
          value: ({ verdict, count: many }) => (verdict === 'theirs-only' ? null : many),
          foot: count(ours),
        },
        { head: 'Statement rows', value: (row) => inFile(row) || null, foot: count(theirs) },
        { head: 'Our amount', value: ({ amount }) => amount, format: rand, isSummed: true },
      ]}
    />
  );
}

export function StatementOrigin({ takenFrom, toTakeBack }: { takenFrom: TakenFrom; toTakeBack: CountAndAmount }) {
  const { people, pending, available, owed, writtenOff } = takenFrom;
  return (
    <Card
      title={`Where the ${rand(toTakeBack.amount)} comes from`}
      sub={`${plural(toTakeBack.count, 'reward')} of ${plural(people, 'panelist')}, as of now`}
      span={5}
    >
      <Facts
        rows={[
          { label: 'Pending rewards', value: rand(pending) },
          { label: 'Balances', value: rand(available) },
          { label: 'Already withdrawn, becomes a debt', value: rand(owed) },
          ...(writtenOff > 0 ? [{ label: 'Deleted profiles, written off', value: rand(writtenOff) }] : []),
        ]}
      />
      <p className={cardStyles.foot}>New rewards pay off a panelist’s debt first. We never ask for a payment.</p>
    </Card>
  );
}
