import type { TodayPageData } from '@panel/api/pages/today';
import { PROPOSAL_HOURS } from '@panel/domain/console/operation';
import { proposalHref } from '@panel/domain/console/proposal-page';
import { age, dayAndTime, plural, rand, sum } from '../format.ts';
import { Link } from '../Link.tsx';
import { valueText } from '../operations/fact-text.ts';
import layout from '../parts/layout.module.css';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { PROPOSAL_END_WORDS } from '../words.ts';

/** What waits for a second person, and what was decided lately. */
export function Proposals({ today: { proposals, decided, at } }: { today: TodayPageData }) {
  if (proposals.length + decided.length === 0) return null;
  const amount = sum(proposals.map((each) => each.amount ?? 0));
  return (
    <div className={layout.stack} id="proposals">
      <TableCard
        title={
          proposals.length === 0
            ? 'No proposals need approval'
            : `${plural(proposals.length, 'proposal needs', 'proposals need')} a second person`
        }
        sub={
          proposals.length > 0 &&
          `${rand(amount)} in total. Proposals expire after ${PROPOSAL_HOURS} hours. You can’t approve your own.`
        }
        caption="Open proposals"
        narrow="cards"
        rows={proposals}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          { head: 'Proposal', cell: ({ id }) => <Link href={proposalHref(id)}>{id}</Link> },
          {
            head: 'What',
            cell: ({ title }) => title,
            // The first fact says what it is about.
            note: ({ facts }) => facts?.[0] && `${facts[0].label} ${valueText(facts[0].proposed)}`,
          },
          { head: 'Proposed by', cell: ({ proposedBy, own }) => (own ? `${proposedBy} (you)` : proposedBy) },
          { head: 'Ends in', isNumber: true, cell: ({ endsAt }) => age(at, endsAt) },
          { head: 'Amount', value: (each) => each.amount, format: rand },
        ]}
      />
      {decided.length > 0 && (
        <TableCard
          title="Recent decisions"
          narrow="cards"
          rows={decided}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Decided', cell: ({ id }) => <Link href={proposalHref(id)}>{id}</Link> },
            {
              head: 'What',
              cell: ({ title }) => title,
              note: ({ decidedBy, remark }) => remark && `${decidedBy}: ${remark}`,
            },
            { head: 'Proposed by', cell: ({ proposedBy }) => proposedBy },
            { head: 'Decided by', cell: ({ decidedBy }) => decidedBy ?? '–' },
            { head: 'When', cell: (each) => dayAndTime(each.at) },
            { head: 'Amount', value: (each) => each.amount, format: rand },
            { head: 'How', cell: ({ end }) => <StatePill state={PROPOSAL_END_WORDS[end]} /> },
          ]}
        />
      )}
    </div>
  );
}
