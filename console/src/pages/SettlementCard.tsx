import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { count, day, dayAndTime, rand, sum } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { VERDICTS } from '../words.ts';

export function SettlementCard({ settlement }: { settlement: MoneyPageData['settlement'] }) {
  // Alike with a file and without: the dialog of the button shows what was found while the first file appears behind it.
  const tools = (
    <>
      {settlement && <CsvLink page="money" table="settlement" />}
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
  const all = sum(rows.map((each) => each.count));
  const matched = sum(rows.filter(({ verdict }) => verdict === 'matched').map((each) => each.count));
  return (
    <Card
      title={`The issuer’s file of ${day(settlement.day)}: ${matched === all ? `all ${count(all)} rows match` : `${count(matched)} of ${count(all)} rows match`}`}
      sub={`Uploaded ${dayAndTime(settlement.uploadedAt)} by ${settlement.uploadedBy}`}
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
            foot: 'All',
          },
          { head: 'Rows', isNumber: true, cell: (each) => count(each.count), foot: count(all) },
          {
            head: 'Amount',
            isNumber: true,
            cell: ({ amount }) => rand(amount),
            foot: rand(sum(rows.map(({ amount }) => amount))),
          },
        ]}
      />
    </Card>
  );
}
