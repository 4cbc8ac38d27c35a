import { REASON } from '@panel/domain/console/inputs';
import { type ProposalDetails, proposalHref } from '@panel/domain/console/proposal-page';
import { Button } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { useState } from 'react';
import { navigate } from '../address.ts';
import { CallError, reopenProposal } from '../api.ts';
import { useKeptText } from '../kept.ts';
import { Refusal } from '../operations/Refusal.tsx';
import { Card } from '../parts/Card.tsx';
import fieldStyles from '../parts/fields.module.css';
import layout from '../parts/layout.module.css';

/** Proposes again what was closed without being carried out. */
export function ReopenProposal({ proposal: { id, mayReopen, reopenedAs } }: { proposal: ProposalDetails }) {
  const [reason, setReason] = useKeptText(`reopen ${id}`);
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!mayReopen || reopenedAs) return null;
  const reopen = async () => {
    if (reason.trim() === '') return setError(new CallError('Say why it should be decided again.'));
    setBusy(true);
    setError(null);
    try {
      const { proposal } = await reopenProposal(id, reason.trim());
      setReason('');
      showToast({ tone: 'success', text: `Reopened as ${proposal}. Another person must approve it.` });
      navigate(proposalHref(proposal));
    } catch (caught) {
      if (!(caught instanceof CallError)) throw caught;
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Reopen it" sub="It is proposed again in your name, with the facts of now.">
      <div className={layout.stack}>
        {error && <Refusal message={error.message} proposal={error.proposal} />}
        <div>
          <label className={fieldStyles.label} htmlFor="reopen">
            {REASON.label}
          </label>
          <textarea
            id="reopen"
            className={fieldStyles.input}
            maxLength={REASON.maxLength}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <Button tone="plain" busy={isBusy} onClick={() => void reopen()}>
          Reopen the proposal
        </Button>
      </div>
    </Card>
  );
}
