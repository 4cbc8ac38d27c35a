import { REASON } from '@panel/domain/console/inputs';
import { FRESH_SIGN_IN_SECONDS } from '@panel/domain/console/operation';
import { operationOf } from '@panel/domain/console/operations';
import type { Fact, FactValue, Proposal } from '@panel/domain/console/today-page';
import type { Instant } from '@panel/domain/console/values';
import { Button } from '@panel/ui/Button';
import { checkIcon, closeIcon, Icon } from '@panel/ui/Icon';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { type CallError, decideProposal, reload, serverNow } from '../api.ts';
import { dayAndTime, listed, plural, rand } from '../format.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Facts } from '../parts/Facts.tsx';
import fieldStyles from '../parts/fields.module.css';
import { Note } from '../parts/Note.tsx';
import { Amount } from '../parts/StatTile.tsx';
import textStyles from '../parts/text.module.css';
import { useSession } from '../session.ts';
import { ROLE_NAMES } from '../shell/pages.ts';
import { FAILURE, signInFailure, signInHref } from '../shell/SignIn.tsx';
import styles from './ProposalDialog.module.css';
import { saveFile } from './save-file.ts';

export const valueText = (value: FactValue): string => {
  if ('cents' in value) return rand(value.cents);
  return 'at' in value ? dayAndTime(value.at) : value.text;
};
const hasChanged = ({ proposed, now }: Fact): boolean => valueText(proposed) !== valueText(now);

/** A remark outlasts the way to the identity provider and back. */
function useRemark(key: string): [string, (remark: string) => void] {
  const name = `remark ${key}`;
  const [remark, setRemark] = useState(() => sessionStorage.getItem(name) ?? '');
  return [
    remark,
    (next) => {
      setRemark(next);
      if (next === '') sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, next);
    },
  ];
}

function titleOf({ id, own, mayApprove }: Proposal, hasChangedFacts: boolean): string {
  if (hasChangedFacts) return `${id} can no longer be approved`;
  if (own) return `${id} is your own proposal`;
  return mayApprove ? `Approve ${id}?` : `${id} needs a second person`;
}

type Check = { isMet: boolean; text: string };

/** What the second person decides by: everything as it was proposed, four checks, and the two answers. */
export function ProposalDialog({ proposal, now }: { proposal: Proposal; now: Instant }) {
  const address = useAddress();
  const session = useSession();
  const [reason, setReason] = useRemark(`${session?.account} ${proposal.id}`);
  // Signing in again comes back to here: the page behind can't be read through the dialog.
  const [message, setMessage] = useState(() => signInFailure(address.query));
  const [isBusy, setBusy] = useState(false);
  const [needsFreshSignIn, setNeedsFreshSignIn] = useState(false);
  const close = () =>
    navigate(withQuery(address, { proposal: null, [FAILURE]: null, cursor: address.query.get('cursor') }));

  const { id, title, amount, facts, own, mayApprove, proposedBy, proposedAt, endsAt } = proposal;
  const changed = facts.filter(hasChanged);
  const approvers = operationOf(proposal.operation)?.approvers ?? [];
  const isForRole = session !== null && approvers.includes(session.role);
  const mayDecide = own || mayApprove;
  const signedInSeconds = session ? (serverNow() - Date.parse(session.signedInAt)) / 1000 : Number.POSITIVE_INFINITY;
  const isFresh = signedInSeconds < FRESH_SIGN_IN_SECONDS && !needsFreshSignIn;
  const checks: Check[] = [
    {
      isMet: changed.length === 0,
      text: changed.length === 0 ? 'Nothing changed since it was proposed' : 'The facts changed since it was proposed',
    },
    {
      isMet: !own,
      text: own ? 'You proposed it, so another person must approve it' : 'You did not propose it',
    },
    {
      isMet: isForRole,
      text: isForRole
        ? 'Your role can approve it'
        : `It must be approved by ${listed(
            approvers.map((role) => ROLE_NAMES[role].toLowerCase()),
            'or',
          )}`,
    },
    {
      isMet: isFresh,
      text: isFresh
        ? `You signed in ${plural(Math.max(1, Math.round(signedInSeconds / 60)), 'minute')} ago`
        : `To approve, sign in again: your last sign-in is over ${FRESH_SIGN_IN_SECONDS / 60} minutes old`,
    },
  ];
  const canApprove = mayApprove && checks.every(({ isMet }) => isMet);
  const asksForSignIn = mayApprove && !own && changed.length === 0 && !isFresh;

  const decide = async (decision: 'approve' | 'refuse') => {
    if (decision === 'refuse' && reason.trim() === '')
      return setMessage(
        own ? 'Say why you are withdrawing it.' : 'Say why you are refusing it. The proposer will read this.',
      );
    setBusy(true);
    setMessage(null);
    try {
      const { file } = await decideProposal(id, decision, reason.trim() === '' ? {} : { reason: reason.trim() });
      if (file) saveFile(file);
      const done = decision === 'approve' ? 'approved and carried out' : own ? 'withdrawn' : 'refused';
      showToast({ tone: 'success', text: `${id} is ${done}.` });
      setReason('');
      close();
      reload();
    } catch (error) {
      const { status, code, message: text } = error as CallError;
      if (code === 'fresh-sign-in-needed') setNeedsFreshSignIn(true);
      else if (status === 409) {
        // The proposal was decided, or its facts changed, since this was loaded.
        showToast({ tone: 'error', text: `${id}: ${text}` });
        close();
        reload();
      } else setMessage(text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={titleOf(proposal, changed.length > 0)}
      sub={`Proposed by ${proposedBy} ${dayAndTime(proposedAt)} · ends ${dayAndTime(endsAt)}`}
      onClose={close}
      isBusy={isBusy}
      foot={
        <>
          {mayDecide && (
            <Button tone="warn" disabled={isBusy} onClick={() => void decide('refuse')}>
              {own ? 'Withdraw the proposal' : 'Refuse'}
            </Button>
          )}
          <Button tone="plain" data-first-focus disabled={isBusy} onClick={close}>
            {mayDecide ? 'Decide later' : 'Close'}
          </Button>
          {asksForSignIn ? (
            <a className="button" href={signInHref({ isFresh: true })}>
              Sign in again
            </a>
          ) : mayDecide ? (
            // No submit button: Enter in the remark must approve nothing.
            <Button disabled={!canApprove || isBusy} onClick={() => void decide('approve')}>
              {amount === null ? 'Approve' : `Approve ${rand(amount)}`}
            </Button>
          ) : null}
        </>
      }
    >
      <div>
        <p className={`${textStyles.soft} ${textStyles.small}`}>{title}</p>
        {amount !== null && (
          <p className={textStyles.amount}>
            <Amount cents={amount} />
          </p>
        )}
      </div>
      {changed.length > 0 ? (
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
        <Facts isText rows={facts.map(({ label, proposed }) => ({ label, value: valueText(proposed) }))} />
      )}
      <div className={textStyles.box}>
        <h3>Reason given</h3>
        <p className={`${textStyles.quote} ${styles.reason}`}>{proposal.reason}</p>
      </div>
      {mayApprove && operationOf(proposal.operation)?.returnsFile && (
        <Note tone="wait">
          Approving saves a person’s data on this computer once. {proposedBy} doesn’t get a copy. Give it to the person
          who asked, then delete the file.
        </Note>
      )}
      <ul className={styles.checks}>
        {checks.map(({ isMet, text }) => (
          <li key={text} className={isMet ? undefined : styles.no}>
            <Icon icon={isMet ? checkIcon : closeIcon} />
            {text}
          </li>
        ))}
      </ul>
      {message && <Note tone="bad">{message}</Note>}
      {mayDecide && (
        <div>
          <label className={fieldStyles.label} htmlFor="remark">
            Remark for the proposer and the audit log (required to {own ? 'withdraw' : 'refuse'})
          </label>
          <input
            id="remark"
            className={fieldStyles.input}
            autoComplete="off"
            maxLength={REASON.maxLength}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}
