import { proposalHref } from '@panel/domain/console/proposal-page';
import { buttonClass } from '@panel/ui/Button';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../Link.tsx';

/** `children` proposes it. */
type OpenProposalProps = { proposal: string | null; isSmall?: boolean; children: ReactNode };

/** Where something waits for a second person already: leads there, instead of proposing it again. */
export function OpenProposal({ proposal, isSmall = false, children }: OpenProposalProps) {
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
      <Link className={buttonClass('plain', isSmall)} href={proposalHref(proposal)}>
        {`${proposal} open`}
      </Link>
    </span>
  );
}
