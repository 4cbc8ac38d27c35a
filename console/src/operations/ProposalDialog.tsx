import { REASON } from '@panel/domain/console/inputs';
import { FRESH_SIGN_IN_SECONDS } from '@panel/domain/console/operation';
import { operationOf } from '@panel/domain/console/operations';
import type { Fact, FactValue, Proposal } from '@panel/domain/console/today-page';
import type { Instant } from '@panel/domain/console/values';
import { checkIcon, closeIcon, Icon } from '@panel/ui/Icon';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { type CallError, decideProposal, reload, serverNow } from '../api.ts';
import { dayAndTime, plural, rand } from '../format.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Note } from '../parts/Note.tsx';
import { Amount } from '../parts/StatTile.tsx';
import { useSession } from '../session.ts';
import { signInHref } from '../shell/SignIn.tsx';
import { saveFile } from './save-file.ts';

const valueText = (value: FactValue): string => {
  if ('cents' in value) return rand(value.cents);
  return 'at' in value ? dayAndTime(value.at) : value.text;
};
const hasChanged = ({ proposed, now }: Fact): boolean => valueText(proposed) !== valueText(now);

type Check = { isMet: boolean; text: string };

/** What the second person decides by: everything as it was proposed, three checks, and the two answers. */
export function ProposalDialog({ proposal, now }: { proposal: Proposal; now: Instant }) {
  const address = useAddress();
  const session = useSession();
  const [reason, setReason] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [needsFreshSignIn, setNeedsFreshSignIn] = useState(false);
  const close = () => navigate(withQuery(address, { proposal: null, cursor: address.query.get('cursor') }));

  const { id, title, amount, facts, own, mayApprove, proposedBy, proposedAt, endsAt } = proposal;
  const changed = facts.filter(hasChanged);
  const signedInSeconds = session ? (serverNow() - Date.parse(session.signedInAt)) / 1000 : Number.POSITIVE_INFINITY;
  const isFresh = signedInSeconds < FRESH_SIGN_IN_SECONDS && !needsFreshSignIn;
  const checks: Check[] = [
    {
      isMet: changed.length === 0,
      text:
        changed.length === 0 ? 'Nothing has changed since it was proposed' : 'The facts changed since it was proposed',
    },
    {
      isMet: !own,
      text: own ? 'You proposed it, so somebody else approves it' : 'You are not the one who proposed it',
    },
    {
      isMet: isFresh,
      text: isFresh
        ? `You signed in ${plural(Math.max(1, Math.round(signedInSeconds / 60)), 'minute')} ago`
        : `Approving needs a sign-in of the last ${FRESH_SIGN_IN_SECONDS / 60} minutes`,
    },
  ];
  const canApprove = mayApprove && checks.every(({ isMet }) => isMet);
  const asksForSignIn = mayApprove && !own && changed.length === 0 && !isFresh;

  const decide = async (decision: 'approve' | 'refuse') => {
    if (decision === 'refuse' && reason.trim() === '')
      return setMessage(own ? 'Say why you withdraw it.' : 'Say why it is refused: the proposer reads it.');
    setBusy(true);
    setMessage(null);
    try {
      const { file } = await decideProposal(id, decision, reason.trim() === '' ? {} : { reason: reason.trim() });
      if (file) saveFile(file);
      showToast({
        tone: 'success',
        text: decision === 'approve' ? `${id} is approved and carried out.` : `${id} is refused.`,
      });
      close();
      reload();
    } catch (error) {
      const { code, message: text } = error as CallError;
      if (code === 'fresh-sign-in-needed') setNeedsFreshSignIn(true);
      else setMessage(text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={
        changed.length > 0 ? `${id} can’t be approved any more` : own ? `${id} is your own proposal` : `Approve ${id}?`
      }
      sub={`Proposed by ${proposedBy} ${dayAndTime(proposedAt)} · ends ${dayAndTime(endsAt)}`}
      onClose={close}
      isBusy={isBusy}
      foot={
        <>
          <button className="button button--warn" type="button" disabled={isBusy} onClick={() => void decide('refuse')}>
            {own ? 'Withdraw the proposal' : 'Refuse'}
          </button>
          <button className="button" type="button" data-first-focus onClick={close}>
            Decide later
          </button>
          {asksForSignIn ? (
            <a className="button button--primary" href={signInHref({ isFresh: true })}>
              Sign in again
            </a>
          ) : (
            // No submit button: Enter in the remark must approve nothing.
            <button
              className="button button--primary"
              type="button"
              disabled={!canApprove || isBusy}
              onClick={() => void decide('approve')}
            >
              {amount === null ? 'Approve' : `Approve ${rand(amount)}`}
            </button>
          )}
        </>
      }
    >
      <div>
        <p className="soft small">{title}</p>
        {amount !== null && (
          <p className="amount">
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
              cell: (fact) => <span className={hasChanged(fact) ? 'late' : undefined}>{valueText(fact.now)}</span>,
            },
          ]}
        />
      ) : (
        <Facts isText rows={facts.map(({ label, proposed }) => ({ label, value: valueText(proposed) }))} />
      )}
      <div className="box">
        <h3>Reason given</h3>
        <p className="quote">{proposal.reason}</p>
      </div>
      {mayApprove && operationOf(proposal.operation)?.returnsFile && (
        <Note tone="wait">
          Approving saves a person’s data on this computer, once. {proposedBy} does not get it: hand it to the person
          who asked, and delete the file.
        </Note>
      )}
      <ul className="checks">
        {checks.map(({ isMet, text }) => (
          <li key={text} className={isMet ? undefined : 'no'}>
            <Icon icon={isMet ? checkIcon : closeIcon} />
            {text}
          </li>
        ))}
      </ul>
      {message && <Note tone="bad">{message}</Note>}
      <div className="field">
        <label htmlFor="remark">Remark, for the proposer and the audit (needed to {own ? 'withdraw' : 'refuse'})</label>
        <input
          id="remark"
          className="input"
          autoComplete="off"
          maxLength={REASON.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
