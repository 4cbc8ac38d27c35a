import type { Proposal } from '@panel/api/console/proposal-lists';
import type { ProposalDetails, ProposalPageData } from '@panel/api/console/proposal-page';
import { operationOf } from '@panel/domain/console/all-operations';
import { proposalHref } from '@panel/domain/console/proposal-page';
import { age, dayAndTime, rand } from '../format.ts';
import { Link } from '../Link.tsx';
import { hasChanged, valueText } from '../operations/fact-text.ts';
import { Card } from '../parts/Card.tsx';
import { Changes } from '../parts/Changes.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { CopyLink, PageHead } from '../parts/PageHead.tsx';
import { StatePill, StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import textStyles from '../parts/text.module.css';
import type { PageProps } from '../shell/PageState.tsx';
import { PROPOSAL_END_WORDS } from '../words.ts';
import { DecideProposal } from './DecideProposal.tsx';
import { ReopenProposal } from './ReopenProposal.tsx';

/** A proposal whose details the operator may read. */
type ReadableProposal = ProposalDetails & Proposal;
const isReadable = (proposal: ProposalDetails): proposal is ReadableProposal => proposal.facts !== null;

/** What the second person decides by, at an address that can be sent to them. */
export function ProposalPage({ data }: PageProps<'proposal'>) {
  const { proposal, at } = data;
  if (!proposal)
    return (
      <>
        <PageHead title="Proposal" />
        <Note>
          No proposal has this number. Open ones are on <Link href="/today#proposals">Today</Link>.
        </Note>
        <Others data={data} />
      </>
    );
  const title = `${proposal.id}: ${proposal.title}${proposal.amount === null ? '' : `, ${rand(proposal.amount)}`}`;
  return (
    <>
      <PageHead title={title} sub={<State proposal={proposal} />}>
        <CopyLink />
      </PageHead>
      {isReadable(proposal) ? (
        <div className={layout.grid}>
          <Details proposal={proposal} now={at} />
          <div className={`${layout.stack} ${layout.span4}`}>
            {proposal.state === 'open' ? (
              <DecideProposal key={proposal.id} proposal={proposal} />
            ) : (
              <ReopenProposal key={proposal.id} proposal={proposal} />
            )}
            <Others data={data} />
          </div>
        </div>
      ) : (
        <Note>Your role can’t read the details of this proposal.</Note>
      )}
    </>
  );
}

function State({
  proposal: { state, proposedBy, proposedAt, endsAt, decidedBy, decidedAt, own },
}: {
  proposal: ProposalDetails;
}) {
  const proposer = own ? 'you' : proposedBy;
  if (state === 'open')
    return (
      <>
        <StatusPill tone="wait">Waiting for approval</StatusPill>
        {` Proposed by ${proposer} on ${dayAndTime(proposedAt)} · expires on ${dayAndTime(endsAt)}`}
      </>
    );
  return (
    <>
      <StatePill state={PROPOSAL_END_WORDS[state]} />
      {`${decidedBy ? ` by ${decidedBy}` : ''}${decidedAt ? ` on ${dayAndTime(decidedAt)}` : ''} · proposed by ${proposer}`}
    </>
  );
}

function Details({ proposal, now }: { proposal: ReadableProposal; now: string }) {
  const { facts, proposedAt, own } = proposal;
  const isChanged = facts.some(hasChanged);
  const changes = facts.flatMap(({ label, proposed }) => ('before' in proposed ? [{ label, ...proposed }] : []));
  const others = facts.filter(({ proposed }) => !('before' in proposed));
  return (
    <div className={`${layout.stack} ${layout.span8}`}>
      {isChanged && (
        <Note tone="wait">
          <b>Something changed after this was proposed.</b> It can’t be approved any more.{' '}
          {own ? 'Withdraw' : 'Decline'} it, and propose it again if it is still needed.
        </Note>
      )}
      <Card title="What happens" sub={operationOf(proposal.operation)?.description}>
        {isChanged ? (
          <DataTable
            caption="What changed"
            rows={facts}
            rowKey={({ label }) => label}
            columns={[
              { head: 'Fact', cell: ({ label }) => label },
              { head: `As proposed, ${dayAndTime(proposedAt)}`, cell: ({ proposed }) => valueText(proposed) },
              {
                head: `Now, ${dayAndTime(now)}`,
                cell: (fact) => (
                  <span className={hasChanged(fact) ? textStyles.late : undefined}>{valueText(fact.now)}</span>
                ),
              },
            ]}
          />
        ) : (
          <div className={layout.stack}>
            <Changes changes={changes} />
            <Facts isText rows={others.map(({ label, proposed }) => ({ label, value: valueText(proposed) }))} />
          </div>
        )}
      </Card>
      <Remarks proposal={proposal} />
    </div>
  );
}

const Remarks = ({ proposal }: { proposal: ReadableProposal }) => {
  const { state, proposedAt, proposedBy, reason, decidedAt, decidedBy, remark, reopens, reopenedAs } = proposal;
  return (
    <Card title="Reason and remarks">
      <Timeline
        entries={[
          {
            key: 'proposed',
            when: dayAndTime(proposedAt),
            what: (
              <>
                {`Proposed by ${proposedBy}`}
                {reopens && (
                  <>
                    {', reopening '}
                    <Link href={proposalHref(reopens)}>{reopens}</Link>
                  </>
                )}
              </>
            ),
            why: reason,
            tone: 'wait' as const,
          },
          ...(state !== 'open' && decidedAt
            ? [
                {
                  key: 'decided',
                  when: dayAndTime(decidedAt),
                  what: `${PROPOSAL_END_WORDS[state][1]}${decidedBy ? ` by ${decidedBy}` : ''}`,
                  why: remark ?? undefined,
                  tone: PROPOSAL_END_WORDS[state][0],
                },
              ]
            : []),
        ]}
      />
      {reopenedAs && (
        <p>
          Reopened as <Link href={proposalHref(reopenedAs)}>{reopenedAs}</Link>
        </p>
      )}
    </Card>
  );
};

const Others = ({ data: { others, at } }: { data: ProposalPageData }) =>
  others.length > 0 && (
    <TableCard
      title="Other open proposals"
      rows={others}
      rowKey={({ id }) => id}
      columns={[
        {
          head: 'Proposal',
          cell: ({ id }) => <Link href={proposalHref(id)}>{id}</Link>,
          note: ({ title }) => title,
        },
        {
          head: 'Ends in',
          isNumber: true,
          cell: ({ endsAt }) => age(at, endsAt),
          note: ({ proposedBy }) => proposedBy,
        },
      ]}
    />
  );
