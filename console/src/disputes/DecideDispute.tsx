import type { Dispute, DisputesPageData } from '@panel/api/disputes/disputes-page';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { PROPOSAL_HOURS } from '@panel/domain/console/operation';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { navigate, useAddress, withQuery } from '../address.ts';
import { rand } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { RunButton } from '../operations/RunButton.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { Card } from '../parts/Card.tsx';
import layout from '../parts/layout.module.css';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from '../proposals/OpenProposal.tsx';
import { useSession } from '../session.ts';
import { NEXT_SHORTCUT } from './DisputeKeys.tsx';

/** As a colleague would say it. */
export const assigneeName = (assignedTo: string | null, account: string | undefined): string =>
  assignedTo === null ? 'Unassigned' : assignedTo === account ? 'You' : assignedTo;

export const atStake = ({ amount }: Dispute): string =>
  amount === null ? 'price unknown' : `${rand(amount)} at stake`;

/** Who works on it. One press is enough: the next one undoes it. */
export function Assignment({ dispute: { dispute, assignedTo } }: { dispute: Dispute }) {
  const session = useSession();
  const isMine = assignedTo !== null && assignedTo === session?.account;
  return (
    <>
      <span className={textStyles.soft}>
        {assignedTo === null ? 'Unassigned' : `Assigned to ${isMine ? 'you' : assignedTo}`}
      </span>
      {!isMine && (
        <RunButton operation={OPERATIONS['assign-dispute']} values={{ dispute, to: 'me' }} shortcut="a">
          Assign to me
        </RunButton>
      )}
      {assignedTo !== null && (
        <RunButton operation={OPERATIONS['assign-dispute']} values={{ dispute, to: 'nobody' }} tone="quiet">
          Unassign
        </RunButton>
      )}
    </>
  );
}

export function Decide({ page, dispute }: { page: DisputesPageData; dispute: Dispute }) {
  const address = useAddress();
  const { rows } = page.disputes;
  // Found before it is answered: then it leaves the list.
  const following = rows[rows.findIndex((row) => row.dispute === dispute.dispute) + 1]?.dispute ?? null;
  const cursor = address.query.get('cursor');
  const next = {
    label: 'Answer and next',
    shortcut: NEXT_SHORTCUT,
    go: () => navigate(withQuery(address, { dispute: following, cursor })),
  };
  const known = { dispute: dispute.dispute };
  const subject = `${dispute.dispute} · ${atStake(dispute)}`;
  const mayDecide = useMayRun(['credit-dispute', 'decline-dispute', 'ask-partner']);
  if (!mayDecide && !dispute.proposal) return null;
  return (
    <Card
      title={dispute.proposal ? `${dispute.proposedBy} proposed a credit` : 'Decide'}
      sub={`A credit needs approval by a second person within ${PROPOSAL_HOURS} hours. The panelist sees the answer after that.`}
    >
      <div className={layout.row}>
        <OpenProposal proposal={dispute.proposal} shortcut="c">
          <OperationButton name="credit-dispute" known={known} subject={subject} next={next} shortcut="c" isPrimary>
            {dispute.amount === null ? 'Credit…' : `Credit ${rand(dispute.amount)}…`}
          </OperationButton>
        </OpenProposal>
        <OperationButton name="decline-dispute" known={known} subject={subject} next={next}>
          Decline…
        </OperationButton>
        <OperationButton name="ask-partner" known={known} subject={subject}>
          {`Ask ${PARTNER_NAMES[dispute.partner]}…`}
        </OperationButton>
      </div>
    </Card>
  );
}
