import type { ShownStatementRow } from '@panel/api/partners/statement-page';
import { inWords } from '@panel/domain/calendar';
import { type ReadStatement, STATEMENT_VERDICTS, type StatementOfMonth } from '@panel/domain/console/money-pages';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { REWARD_STATE_WORDS } from '@panel/domain/rewards/pricing';
import { count, day, dayAndTime, percent, plural, rand, share, sum } from '../format.ts';
import { uploadIcon } from '../icons.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Banner } from '../parts/Banner.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { Reference } from '../parts/Reference.tsx';
import { StatTile, Tiles } from '../parts/StatTile.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { OpenProposal } from '../proposals/OpenProposal.tsx';
import type { PageProps } from '../shell/PageState.tsx';
import { STATEMENT_VERDICT_WORDS } from '../words.ts';
import { StatementsCard } from './StatementsCard.tsx';
import { StatementOrigin, StatementTotals } from './StatementTotals.tsx';

const ALL = 'all';
/** Those that are taken back come first, as they are shown first. */
const TAB_ORDER = [...STATEMENT_VERDICTS].sort((a, b) => Number(a === 'matched') - Number(b === 'matched'));
/** The other results have only a tab. */
const TILES = ['matched', 'reversed', 'reversed-before', 'theirs-only', 'ours-only'] as const;

export function StatementPage({ data: { shown, takenFrom, show, rows, all } }: PageProps<'statement'>) {
  if (!shown)
    return (
      <>
        <PageHead title="Partner statements" sub="No such statement." />
        <StatementsCard statements={all} />
      </>
    );
  const { partner, month, statement, dueOn, ours } = shown;
  const read = statement && `uploaded by ${statement.readBy} on ${dayAndTime(statement.readAt)}`;
  return (
    <>
      <PageHead
        title={`${PARTNER_NAMES[partner]} statement, ${inWords(month)}`}
        sub={
          statement
            ? `${plural(statement.theirs, 'row')} · ${read}`
            : `Not received · due ${day(dueOn)} · we expect about ${plural(ours, 'row')}`
        }
      >
        <OperationButton name="read-statement" known={{ partner, month }} icon={uploadIcon} isPrimary={!statement}>
          {statement ? 'Upload a corrected file…' : 'Upload the statement…'}
        </OperationButton>
      </PageHead>
      <StateBanner shown={shown} />
      {statement && (
        <>
          <Tiles>
            {TILES.map((verdict) => {
              const { count: many, amount } = resultOf(statement, verdict);
              const ofOurs = `${rand(amount)} · ${percent(share(many, ours))}`;
              return (
                <StatTile
                  key={verdict}
                  label={STATEMENT_VERDICT_WORDS[verdict]}
                  value={count(many)}
                  sub={verdict === 'theirs-only' ? 'no reward for this session' : ofOurs}
                />
              );
            })}
          </Tiles>
          <div className={layout.grid}>
            <StatementTotals statement={statement} ours={ours} />
            {takenFrom && <StatementOrigin takenFrom={takenFrom} toTakeBack={statement.toTakeBack} />}
          </div>
          <TableCard
            title="Rows"
            csv={{ page: 'statement', table: 'rows' }}
            above={<Tabs name="show" label="Filter rows" value={show ?? ALL} tabs={tabsOf(statement)} />}
            caption="Statement rows"
            narrow="cards"
            rows={rows}
            rowKey={({ session }) => session}
            empty="No rows."
            columns={[
              { head: 'Session', cell: ({ session }) => <Reference value={session} /> },
              { head: 'Earned', cell: ({ earnedAt }) => (earnedAt ? day(earnedAt) : '–') },
              { head: 'Result', cell: ({ verdict }) => STATEMENT_VERDICT_WORDS[verdict] },
              { head: 'Reward now', cell: (row) => <RewardNow row={row} /> },
              {
                head: 'Our reward',
                value: ({ amount, verdict }) => (verdict === 'theirs-only' ? null : amount),
                format: rand,
              },
            ]}
          />
        </>
      )}
      <StatementsCard statements={all} />
    </>
  );
}

const tabsOf = (statement: ReadStatement) => [
  ...TAB_ORDER.map((verdict) => ({
    value: verdict,
    label: STATEMENT_VERDICT_WORDS[verdict],
    count: resultOf(statement, verdict).count,
  })).filter((tab) => tab.count > 0),
  { value: ALL, label: 'All', count: sum(statement.rows.map((row) => row.count)) },
];

function RewardNow({ row: { state, takenBackAt } }: { row: ShownStatementRow }) {
  if (takenBackAt && state === 'reversed')
    return <StatusPill tone="good">{`Taken back ${day(takenBackAt)}`}</StatusPill>;
  return state === null ? '–' : REWARD_STATE_WORDS[state];
}

const resultOf = ({ rows }: ReadStatement, verdict: ReadStatement['rows'][number]['verdict']) =>
  rows.find((row) => row.verdict === verdict) ?? { count: 0, amount: 0 };

function StateBanner({ shown }: { shown: StatementOfMonth }) {
  const { partner, month, dueOn, isOverdue, isWaived, proposal, statement, ours } = shown;
  const name = PARTNER_NAMES[partner];
  if (!statement) {
    if (isWaived)
      return (
        <Banner tone="good" title="Two people wrote this statement off">
          <p>Its rewards stay as they are. It can still be uploaded.</p>
        </Banner>
      );
    if (!isOverdue) return null;
    return (
      <Banner
        tone="wait"
        title={`${inWords(month)} statement not received; due ${day(dueOn)}`}
        actions={
          <OpenProposal proposal={proposal}>
            <OperationButton
              name="waive-statement"
              known={{ partner, month }}
              subject={`${name}, ${inWords(month)}`}
              isDanger
            >
              Write off…
            </OperationButton>
          </OpenProposal>
        }
      >
        <p>
          {plural(ours, 'reward is', 'rewards are')} unconfirmed. They become available with or without a statement, so
          a late reversal may leave panelists owing money.
        </p>
      </Banner>
    );
  }
  const { toTakeBack, takenBack, approvedAt } = statement;
  if (approvedAt)
    return (
      <Banner tone="good" title={`${rand(takenBack)} taken back`}>
        <p>Approved by two people on {dayAndTime(approvedAt)}.</p>
      </Banner>
    );
  if (toTakeBack.count === 0) return <Banner tone="good" title="Nothing to take back" />;
  const rewards = `${plural(toTakeBack.count, 'reward')}, ${rand(toTakeBack.amount)}`;
  return (
    <Banner
      tone="wait"
      title={
        proposal
          ? `${proposal} to take back ${rewards} is waiting for approval`
          : `${name} reversed or left out ${plural(toTakeBack.count, 'reward')} that we credited`
      }
      actions={
        <OpenProposal proposal={proposal}>
          <OperationButton
            name="apply-statement"
            known={{ statement: statement.id }}
            subject={`${name}, ${inWords(month)}, read ${dayAndTime(statement.readAt)} by ${statement.readBy}: ${rand(toTakeBack.amount)}`}
            isDanger
          >
            {`Take ${rand(toTakeBack.amount)} back…`}
          </OperationButton>
        </OpenProposal>
      }
    >
      <p>
        {proposal
          ? 'Another finance account must approve. Nothing has been taken back yet.'
          : `${plural(resultOf(statement, 'matched').count, 'reward is', 'rewards are')} confirmed.`}
      </p>
    </Banner>
  );
}
