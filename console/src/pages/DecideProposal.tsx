import { operationOf } from '@panel/domain/console/all-operations';
import { REASON } from '@panel/domain/console/inputs';
import { FRESH_SIGN_IN_SECONDS } from '@panel/domain/console/operation';
import type { Proposal } from '@panel/domain/console/today-page';
import { Button } from '@panel/ui/Button';
import { checkIcon, closeIcon } from '@panel/ui/Icon';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { CallError, decideProposal, reload, serverNow } from '../api.ts';
import { listed, plural, rand } from '../format.ts';
import { useKeptText } from '../kept.ts';
import { hasChanged } from '../operations/fact-text.ts';
import { saveFile } from '../operations/save-file.ts';
import { Card } from '../parts/Card.tsx';
import fieldStyles from '../parts/fields.module.css';
import { IconList } from '../parts/IconList.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { useSession } from '../session.ts';
import { ROLE_NAMES } from '../shell/pages.ts';
import { signInHref } from '../shell/SignIn.tsx';

type Check = { isMet: boolean; text: string };

/** Everything that has to hold for this operator to approve it. */
function useChecks({ facts, own, operation }: Proposal, needsFreshSignIn: boolean) {
  const session = useSession();
  const approvers = operationOf(operation)?.approvers ?? [];
  const isUnchanged = !facts.some(hasChanged);
  const isForRole = session !== null && approvers.includes(session.role);
  const signedInSeconds = session ? (serverNow() - Date.parse(session.signedInAt)) / 1000 : Number.POSITIVE_INFINITY;
  const isFresh = signedInSeconds < FRESH_SIGN_IN_SECONDS && !needsFreshSignIn;
  const roles = listed(
    approvers.map((role) => ROLE_NAMES[role].toLowerCase()),
    'or',
  );
  const checks: Check[] = [
    {
      isMet: isUnchanged,
      text: isUnchanged ? 'Nothing changed since it was proposed' : 'The facts changed since it was proposed',
    },
    { isMet: !own, text: own ? 'You proposed it, so another person must approve it' : 'You did not propose it' },
    { isMet: isForRole, text: isForRole ? 'Your role can approve it' : `It must be approved by ${roles}` },
    {
      isMet: isFresh,
      text: isFresh
        ? `You signed in ${plural(Math.max(1, Math.round(signedInSeconds / 60)), 'minute')} ago`
        : `To approve, sign in again: your last sign-in is over ${FRESH_SIGN_IN_SECONDS / 60} minutes old`,
    },
  ];
  return { checks, asksForSignIn: isUnchanged && !isFresh };
}

/** Approve or decline another person's proposal, or withdraw one's own. */
export function DecideProposal({ proposal }: { proposal: Proposal }) {
  const { id, amount, own, mayApprove, proposedBy } = proposal;
  const operation = operationOf(proposal.operation);
  const [remark, setRemark] = useKeptText(`remark ${id}`);
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState<'approve' | 'refuse' | null>(null);
  const [needsFreshSignIn, setNeedsFreshSignIn] = useState(false);
  const { checks, asksForSignIn } = useChecks(proposal, needsFreshSignIn);

  const decide = async (decision: 'approve' | 'refuse') => {
    if (decision === 'refuse' && remark.trim() === '')
      return setMessage(
        own ? 'Say why you are withdrawing it.' : 'Say why you are declining it. The proposer will read this.',
      );
    setBusy(decision);
    setMessage(null);
    try {
      const { file } = await decideProposal(id, decision, remark.trim() === '' ? {} : { reason: remark.trim() });
      if (file) saveFile(file);
      const done = decision === 'approve' ? 'approved and carried out' : own ? 'withdrawn' : 'declined';
      showToast({ tone: 'success', text: `${id} is ${done}.` });
      setRemark('');
      reload();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'fresh-sign-in-needed') setNeedsFreshSignIn(true);
      else setMessage(error.message);
      // The proposal was decided, or its facts changed, since this was loaded.
      if (error.status === 409) reload();
    } finally {
      setBusy(null);
    }
  };

  return (
    <Card title={own ? 'This is your own proposal' : mayApprove ? 'Your decision' : 'It needs a second person'}>
      <div className={layout.stack}>
        <IconList
          points={checks.map(({ isMet, text }) => ({ icon: isMet ? checkIcon : closeIcon, text, isBad: !isMet }))}
        />
        {mayApprove && operation?.returnsFile && (
          <Note tone="wait">
            Approving saves a person’s data on this computer once. {proposedBy} doesn’t get a copy. Give it to the
            person who asked, then delete the file.
          </Note>
        )}
        {mayApprove &&
          (asksForSignIn ? (
            <a className="button" href={signInHref({ isFresh: true })}>
              Sign in again
            </a>
          ) : (
            <Button
              tone={operation?.isIrreversible ? 'danger' : 'brand'}
              disabled={checks.some(({ isMet }) => !isMet) || busy !== null}
              busy={busy === 'approve'}
              onClick={() => void decide('approve')}
            >
              {amount === null ? 'Approve' : `Approve ${rand(amount)}`}
            </Button>
          ))}
        {message && <Note tone="bad">{message}</Note>}
        {(own || mayApprove) && (
          <>
            <div>
              <label className={fieldStyles.label} htmlFor="remark">
                Remark for the proposer and the audit log (required to {own ? 'withdraw' : 'decline'})
              </label>
              <textarea
                id="remark"
                className={fieldStyles.input}
                maxLength={REASON.maxLength}
                value={remark}
                onChange={(event) => setRemark(event.target.value)}
              />
            </div>
            <Button tone="warn" disabled={busy !== null} busy={busy === 'refuse'} onClick={() => void decide('refuse')}>
              {own ? 'Withdraw the proposal' : 'Decline'}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
