import type { Proposal } from '@panel/api/console/proposal-lists';
import { operationOf } from '@panel/domain/console/all-operations';
import { REASON } from '@panel/domain/console/inputs';
import { FRESH_SIGN_IN_SECONDS } from '@panel/domain/console/operation';
import { Button } from '@panel/ui/Button';
import { checkIcon, closeIcon } from '@panel/ui/Icon';
import { showToast } from '@panel/ui/toasts';
import { useMutation } from '@tanstack/react-query';
import { decideProposal, readRemark, reload, serverNow } from '../api.ts';
import { listed, plural, rand } from '../format.ts';
import { useKeptText } from '../kept.ts';
import { hasChanged } from '../operations/fact-text.ts';
import { InputField } from '../operations/InputField.tsx';
import { saveFile } from '../operations/save-file.ts';
import { Card } from '../parts/Card.tsx';
import { IconList } from '../parts/IconList.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { useSession } from '../session.ts';
import { signInHref } from '../shell/SignIn.tsx';
import { ROLE_NAMES } from '../words.ts';

type Check = { isMet: boolean; text: string };

/** Everything that has to hold for this operator to approve it. */
function useChecks({ facts, own, mayApprove, operation }: Proposal, needsFreshSignIn: boolean) {
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
  ];
  if (mayApprove)
    checks.push({
      isMet: isFresh,
      text: isFresh
        ? `You signed in ${plural(Math.max(1, Math.round(signedInSeconds / 60)), 'minute')} ago`
        : `To approve, sign in again: your last sign-in is over ${FRESH_SIGN_IN_SECONDS / 60} minutes old`,
    });
  return { checks, asksForSignIn: isUnchanged && !isFresh };
}

/** Approve or decline another person's proposal, or withdraw one's own. */
export function DecideProposal({ proposal }: { proposal: Proposal }) {
  const { id, amount, own, mayApprove, proposedBy } = proposal;
  const operation = operationOf(proposal.operation);
  const [remark, setRemark] = useKeptText(`remark ${id}`);
  const {
    mutate: decide,
    isPending,
    variables,
    error,
  } = useMutation({
    mutationFn: async (decision: 'approve' | 'refuse') => {
      const missing = own
        ? 'Say why you are withdrawing it.'
        : 'Say why you are declining it. The proposer will read this.';
      return decideProposal(id, decision, readRemark(remark, decision === 'refuse' ? missing : null));
    },
    onSuccess: ({ file }, decision) => {
      if (file) saveFile(file);
      const done = decision === 'approve' ? 'approved and carried out' : own ? 'withdrawn' : 'declined';
      showToast({ tone: 'success', text: `${id} is ${done}.` });
      setRemark('');
      reload();
    },
    onError: ({ status }) => {
      // The proposal was decided, or its facts changed, since this was loaded.
      if (status === 409) reload();
    },
  });
  const busy = isPending ? variables : null;
  const needsFreshSignIn = error?.code === 'fresh-sign-in-needed';
  const { checks, asksForSignIn } = useChecks(proposal, needsFreshSignIn);

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
        {(own || mayApprove) && (
          <InputField
            input={{
              ...REASON,
              label: 'Remark for the proposer and the audit log',
              hint: own ? 'Required to withdraw.' : 'Required to decline.',
            }}
            value={remark}
            onChange={setRemark}
          />
        )}
        {error && !needsFreshSignIn && <Note tone="bad">{error.message}</Note>}
        {mayApprove &&
          (asksForSignIn ? (
            <a className="button" href={signInHref({ isFresh: true })}>
              Sign in again
            </a>
          ) : (
            <Button
              tone={operation?.isIrreversible ? 'danger' : 'brand'}
              disabled={checks.some(({ isMet }) => !isMet)}
              aria-disabled={isPending}
              busy={busy === 'approve'}
              onClick={() => decide('approve')}
            >
              {amount === null ? 'Approve' : `Approve ${rand(amount)}`}
            </Button>
          ))}
        {(own || mayApprove) && (
          <Button tone="warn" aria-disabled={isPending} busy={busy === 'refuse'} onClick={() => decide('refuse')}>
            {own ? 'Withdraw the proposal' : 'Decline'}
          </Button>
        )}
      </div>
    </Card>
  );
}
