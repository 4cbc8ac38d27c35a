import { inWords } from '@panel/domain/calendar';
import { STATEMENT_VERDICTS, type StatementOfMonth, type StatementVerdict } from '@panel/domain/console/money-pages';
import { statementHref } from '@panel/domain/console/upload-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { day, rand, sum } from '../format.ts';
import { Link } from '../Link.tsx';
import type { CardProps } from '../parts/Card.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { ProposalLink } from '../proposals/OpenProposal.tsx';
import { STATEMENT_VERDICT_WORDS } from '../words.ts';

type Row = StatementOfMonth;

const countOf = ({ statement }: Row, verdict: StatementVerdict) =>
  statement?.rows.find((row) => row.verdict === verdict)?.count ?? null;
/** Shown even if no statement has such rows. Ours are these and the others; theirs lacks the last and has those unknown to us. */
const ALWAYS: readonly StatementVerdict[] = ['matched', 'reversed', 'reversed-before', 'ours-only'];

/** Of the newest month, or still to be uploaded, decided or approved. */
export const isRecentOrOpen = ({ month, isOverdue, proposal, statement }: Row, _: number, [newest]: Row[]): boolean =>
  month === newest?.month || isOverdue || proposal !== null || (statement?.toTakeBack.count ?? 0) > 0;

/** Our completes are all but what is unknown to us. The statement has all but what is missing from it. */
export function StatementsCard({
  statements,
  ...card
}: { statements: readonly Row[] } & Pick<CardProps, 'csv' | 'tools'>) {
  const others = STATEMENT_VERDICTS.filter(
    (verdict) =>
      verdict !== 'theirs-only' &&
      !ALWAYS.includes(verdict) &&
      sum(statements.map((row) => countOf(row, verdict) ?? 0)) > 0,
  );
  return (
    <TableCard
      title="Partners’ statements"
      sub="Monthly completes compared with ours, by session. Due on the 10th of the next month."
      anchor="statements"
      {...card}
      rows={statements}
      rowKey={(row) => `${row.partner} ${row.month}`}
      isWaiting={({ isOverdue }) => isOverdue}
      columns={[
        {
          head: 'Partner',
          cell: ({ partner, month, statement }) => (
            <Link href={statementHref(partner, month, statement?.id ?? null)}>{PARTNER_NAMES[partner]}</Link>
          ),
          note: ({ month }) => inWords(month),
        },
        { head: 'Our completes', value: ({ ours }) => ours },
        ...[...ALWAYS, ...others, 'theirs-only' as const].map((verdict) => ({
          head: STATEMENT_VERDICT_WORDS[verdict],
          value: (row: Row) => countOf(row, verdict),
        })),
        { head: 'In the statement', value: ({ statement }) => statement?.theirs ?? null },
        { head: 'State', cell: (row) => <State row={row} /> },
      ]}
    />
  );
}

function State({ row: { dueOn, isOverdue, isWaived, proposal, statement } }: { row: Row }) {
  if (proposal !== null) return <ProposalLink proposal={proposal} isSmall />;
  if (isOverdue) return <StatusPill tone="wait">{`Overdue since ${day(dueOn)}`}</StatusPill>;
  if (isWaived && !statement) return <StatusPill tone="line">Written off</StatusPill>;
  if (!statement) return <StatusPill tone="line">{`Due ${day(dueOn)}`}</StatusPill>;
  if (statement.approvedAt) return <StatusPill tone="good">{`${rand(statement.takenBack)} taken back`}</StatusPill>;
  if (statement.toTakeBack.count === 0) return <StatusPill tone="good">Agrees</StatusPill>;
  return <StatusPill tone="wait">{`${rand(statement.toTakeBack.amount)} to take back`}</StatusPill>;
}
