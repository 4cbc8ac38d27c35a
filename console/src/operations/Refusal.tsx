import { proposalHref } from '@panel/domain/console/proposal-page';
import { buttonClass } from '@panel/ui/Button';
import { Link } from '../Link.tsx';
import { Note } from '../parts/Note.tsx';

/** Why a call was refused, with a link to the open proposal if that is the reason. */
export const Refusal = ({ message, proposal }: { message: string; proposal: string | null }) => (
  <Note tone="bad">
    <p>{message}</p>
    {proposal && (
      <Link className={buttonClass('plain', true)} href={proposalHref(proposal)}>
        {`Open ${proposal}`}
      </Link>
    )}
  </Note>
);
