import { type MoneyPageData, rowsInFile } from '@panel/domain/console/money-pages';
import { buttonClass } from '@panel/ui/Button';
import { count, dayAndTime, dayAndYear, rand, sum } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { VERDICTS } from '../words.ts';

export function SettlementCard({ settlement }: { settlement: MoneyPageData['settlement'] }) {
  const tools = (
    <>
      {settlement && (
        <>
          <Link className={buttonClass('quiet', true)} href={`/settlement?file=${settlement.id}`}>
            Rows
          </Link>
          <CsvLink page="money" table="settlement" />
        </>
      )}
      <OperationButton name="reconcile" icon={uploadIcon} isSmall>
        Upload…
      </OperationButton>
    </>
  );
  if (!settlement)
    return (
      <Card
        title="No settlement file yet"
        sub="Upload the issuer’s file to compare it with our withdrawals"
        tools={tools}
        anchor="settlement"
      />
    );
  const { rows } = settlement;
  const inFile = rowsInFile(rows);
  const all = sum(inFile.map((each) => each.count));
  const matched = sum(rows.filter(({ verdict }) => verdict === 'matched').map((each) => each.count));
  return (
    <Card
      title={`Issuer settlement, ${dayAndYear(settlement.day)}`}
      sub={`${count(matched)} of ${count(all)} rows match · uploaded ${dayAndTime(settlement.uploadedAt)} by ${settlement.uploadedBy}`}
      tools={tools}
      anchor="settlement"
      flush
    >
      <DataTable
        caption="Rows of the issuer’s file"
        rows={rows}
        rowKey={({ verdict }) => verdict}
        isWaiting={({ verdict, count: many }) => verdict !== 'matched' && many > 0}
        columns={[
          {
            head: 'Result',
            cell: ({ verdict }) => (
              <>
                {VERDICTS[verdict][0]}
                {VERDICTS[verdict][1] && <small>{VERDICTS[verdict][1]}</small>}
              </>
            ),
            foot: 'In the file',
          },
          { head: 'Rows', isNumber: true, cell: (each) => count(each.count), foot: count(all) },
          {
            head: 'Amount',
            isNumber: true,
            cell: ({ amount }) => rand(amount),
            foot: rand(sum(inFile.map(({ amount }) => amount))),
          },
        ]}
      />
    </Card>
  );
}
