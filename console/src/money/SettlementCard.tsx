import { type MoneyPageData, rowsInFile } from '@panel/domain/console/money-pages';
import { SETTLEMENT_VERDICT_WORDS } from '@panel/domain/console/upload-pages';
import { buttonClass } from '@panel/ui/Button';
import { count, dayAndTime, dayAndYear, rand, sum } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { TableCard } from '../parts/TableCard.tsx';

export function SettlementCard({ settlement }: { settlement: MoneyPageData['settlement'] }) {
  const upload = (
    <OperationButton name="reconcile" icon={uploadIcon} isSmall>
      Upload…
    </OperationButton>
  );
  if (!settlement)
    return (
      <Card
        title="No settlement file yet"
        sub="Upload the issuer’s file to compare it with our withdrawals"
        tools={upload}
        anchor="settlement"
      />
    );
  const { rows } = settlement;
  const inFile = rowsInFile(rows);
  const all = sum(inFile.map((each) => each.count));
  const matched = sum(rows.filter(({ verdict }) => verdict === 'matched').map((each) => each.count));
  return (
    <TableCard
      title={`Issuer settlement, ${dayAndYear(settlement.day)}`}
      sub={`${count(matched)} of ${count(all)} rows match · uploaded ${dayAndTime(settlement.uploadedAt)} by ${settlement.uploadedBy}`}
      csv={{ page: 'money', table: 'settlement' }}
      tools={
        <>
          <Link className={buttonClass('quiet', true)} href={`/settlement?file=${settlement.id}`}>
            Rows
          </Link>
          {upload}
        </>
      }
      anchor="settlement"
      caption="Rows of the issuer’s file"
      rows={rows}
      rowKey={({ verdict }) => verdict}
      isWaiting={({ verdict, count: many }) => verdict !== 'matched' && many > 0}
      columns={[
        {
          head: 'Result',
          cell: ({ verdict }) => SETTLEMENT_VERDICT_WORDS[verdict][0],
          note: ({ verdict }) => SETTLEMENT_VERDICT_WORDS[verdict][1],
          foot: 'In the file',
        },
        { head: 'Rows', value: (each) => each.count, foot: count(all) },
        {
          head: 'Amount',
          value: ({ amount }) => amount,
          format: rand,
          foot: rand(sum(inFile.map(({ amount }) => amount))),
        },
      ]}
    />
  );
}
