import { Link } from '../Link.tsx';

type OpenProposalProps = { proposal: string; isSmall?: boolean };

/** Where something waits for a second person already: leads there, instead of proposing it again. */
export const OpenProposal = ({ proposal, isSmall = false }: OpenProposalProps) => (
  <Link className={isSmall ? 'button button--small' : 'button'} href={`/today?proposal=${proposal}`}>
    {`${proposal} open`}
  </Link>
);
