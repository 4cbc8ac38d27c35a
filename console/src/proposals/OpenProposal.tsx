import { proposalHref } from '@panel/domain/console/proposal-page';
import { buttonClass } from '@panel/ui/Button';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../Link.tsx';

type ProposalLinkProps = {
  proposal: string;
  isSmall?: boolean;
  /** The key that follows it. */
  shortcut?: string | undefined;
};

/** Leads to a proposal that waits for a second person. */
export const ProposalLink = ({ proposal, isSmall = false, shortcut }: ProposalLinkProps) => (
  <Link className={buttonClass('plain', isSmall)} href={proposalHref(proposal)} data-shortcut={shortcut}>
    {`${proposal} open`}
  </Link>
);

/** `children` proposes it. */
type OpenProposalProps = Omit<ProposalLinkProps, 'proposal'> & { proposal: string | null; children: ReactNode };

/** Links to the proposal that is already open, instead of proposing the same again. */
export function OpenProposal({ proposal, children, ...link }: OpenProposalProps) {
  const box = useRef<HTMLSpanElement>(null);
  const before = useRef(proposal);
  useEffect(() => {
    // The pressed button is gone, so the link that replaced it gets the focus.
    const isNew = before.current === null && proposal !== null;
    before.current = proposal;
    if (isNew && document.activeElement === document.body)
      box.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [proposal]);
  if (proposal === null) return children;
  return (
    <span ref={box}>
      <ProposalLink proposal={proposal} {...link} />
    </span>
  );
}
