import { type MoneyPageData, STATEMENT_VERDICTS, type StatementVerdict } from '@panel/domain/console/money-pages';
import { count, dayAndTime, monthName, rand } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, CsvLink } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { PARTNER_NAMES, STATEMENT_VERDICT_WORDS } from '../words.ts';
import { OpenProposal } from './OpenProposal.tsx';

type Row = MoneyPageData['statements'][number];

const countOf = ({ statement }: Row, verdict: StatementVerdict) =>
  statement?.rows.find((row) => row.verdict === verdict)?.count ?? null;

export function StatementsCard({ statements }: { statements: MoneyPageData['statements'] }) {
  return (
    <Card
      title="Partners’ statements"
      sub="Monthly completes compared with ours, by session"
      anchor="statements"
      tools={
        <>
          <CsvLink page="money" table="statements" />
          <OperationButton name="read-statement" icon={uploadIcon} isSmall>
            Upload a statement…
          </OperationButton>
        </>
      }
      flush
    >
      <DataTable
        caption="Partners’ statements"
        rows={statements}
        rowKey={(row) => `${row.partner} ${row.month}`}
        columns={[
          {
            head: 'Partner',
            cell: (row) => (
              <>
                {PARTNER_NAMES[row.partner]}
                <small>{monthName(row.month)}</small>
              </>
            ),
          },
          { head: 'Ours', isNumber: true, cell: ({ ours }) => count(ours) },
          ...STATEMENT_VERDICTS.filter((verdict) => verdict !== 'reversed-before').map((verdict) => ({
            head: STATEMENT_VERDICT_WORDS[verdict],
            isNumber: true,
            cell: (row: Row) => {
              const rows = countOf(row, verdict);
              return rows === null ? '–' : count(rows);
            },
          })),
          { head: 'State', cell: (row) => <State row={row} /> },
        ]}
      />
    </Card>
  );
}

function State({ row: { partner, month: of, statement } }: { row: Row }) {
  if (!statement) return <StatusPill tone="line">Not received</StatusPill>;
  if (statement.approvedAt) return <StatusPill tone="good">{`${rand(statement.takenBack)} taken back`}</StatusPill>;
  if (!statement.proposal && statement.toTakeBack.count === 0) return <StatusPill tone="good">Agrees</StatusPill>;
  const amount = rand(statement.toTakeBack.amount);
  return (
    <OpenProposal proposal={statement.proposal} isSmall>
      <OperationButton
        name="apply-statement"
        known={{ statement: statement.id }}
        subject={`${PARTNER_NAMES[partner]}, ${monthName(of)}, read ${dayAndTime(statement.readAt)} by ${statement.readBy}: ${amount}`}
        isDanger
        isSmall
      >
        {`Take ${amount} back…`}
      </OperationButton>
    </OpenProposal>
  );
}
