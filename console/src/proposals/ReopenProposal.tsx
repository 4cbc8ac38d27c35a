import type { ProposalDetails } from '@panel/api/console/proposal-page';
import { REASON } from '@panel/domain/console/inputs';
import { proposalHref } from '@panel/domain/console/proposal-page';
import { Button } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { useMutation } from '@tanstack/react-query';
import { navigate } from '../address.ts';
import { readRemark, reopenProposal } from '../api.ts';
import { useKeptText } from '../kept.ts';
import { InputField } from '../operations/InputField.tsx';
import { Refusal } from '../operations/Refusal.tsx';
import { Card } from '../parts/Card.tsx';
import layout from '../parts/layout.module.css';

/** Proposes again what was closed without being carried out. */
export function ReopenProposal({ proposal: { id, mayReopen, reopenedAs } }: { proposal: ProposalDetails }) {
  const [reason, setReason] = useKeptText(`reopen ${id}`);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => reopenProposal(id, readRemark(reason, 'Say why it should be decided again.')),
    onSuccess: ({ proposal }) => {
      setReason('');
      showToast({ tone: 'success', text: `Reopened as ${proposal}. Another person must approve it.` });
      navigate(proposalHref(proposal));
    },
  });
  if (!mayReopen || reopenedAs) return null;
  return (
    <Card title="Reopen it" sub="It is proposed again in your name, with the facts of now.">
      <div className={layout.stack}>
        {error && <Refusal message={error.message} proposal={error.proposal} />}
        <InputField input={REASON} value={reason} onChange={setReason} />
        <Button tone="plain" busy={isPending} onClick={() => mutate()}>
          Reopen the proposal
        </Button>
      </div>
    </Card>
  );
}
