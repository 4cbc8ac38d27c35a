import { type Operation, PROPOSAL_HOURS } from '@panel/domain/console/operation';
import { Button } from '@panel/ui/Button';
import { type ReactNode, useRef } from 'react';
import { listed } from '../format.ts';
import { Dialog } from '../parts/Dialog.tsx';
import textStyles from '../parts/text.module.css';
import { ROLE_NAMES } from '../words.ts';
import { OperationFields } from './OperationFields.tsx';
import { Refusal } from './Refusal.tsx';
import { TokenDialog } from './TokenDialog.tsx';
import { useOperation } from './use-operation.ts';

/** What follows an operation if its other button is pressed, and the key that presses it. */
export type NextStep = { label: string; shortcut: string; go: () => void };

type OperationDialogProps = {
  operation: Operation;
  known: Readonly<Record<string, string>>;
  subject?: ReactNode;
  isDanger: boolean;
  /** What is shown above the fields, such as what happens to the money. */
  effect?: ReactNode;
  /** What typed text is kept for, if the known inputs change each time. */
  subjectKey?: string | undefined;
  next?: NextStep | undefined;
  onClose: () => void;
};

/** The form of an operation, derived from its definition. A refused call loses nothing that was typed. */
export function OperationDialog(props: OperationDialogProps) {
  const { operation, known, subject, isDanger, effect, subjectKey, next, onClose } = props;
  const goesOn = useRef(false);
  const done = () => {
    onClose();
    if (goesOn.current) next?.go();
  };
  const form = useOperation(operation, known, done, { subjectKey });
  const { approvers } = operation;
  const enough = approvers
    ? `Another ${listed(
        approvers.map((role) => ROLE_NAMES[role].toLowerCase()),
        'or',
      )} account must approve within ${PROPOSAL_HOURS} hours`
    : 'No second approval needed';
  // Keyed: what comes of it is another dialog, which begins at its own first button.
  if (form.token) return <TokenDialog key="token" title={operation.title} token={form.token} onClose={onClose} />;
  if (form.result)
    return (
      <Dialog
        key="result"
        title={operation.title}
        onClose={onClose}
        foot={
          <Button data-first-focus onClick={onClose}>
            Close
          </Button>
        }
      >
        <ul>
          {form.result.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      title={operation.title}
      sub={subject ?? operation.description}
      onClose={onClose}
      onSubmit={form.submit}
      isBusy={form.isBusy}
      foot={
        <>
          <span className={textStyles.hint}>{enough}</span>
          <Button tone="plain" data-first-focus aria-disabled={form.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={isDanger ? 'danger' : next ? 'plain' : 'brand'}
            type="submit"
            busy={form.isBusy}
            onClick={() => {
              goesOn.current = false;
            }}
          >
            {operation.button}
          </Button>
          {next && (
            <Button
              type="submit"
              aria-disabled={form.isBusy}
              data-shortcut={next.shortcut}
              onClick={() => {
                goesOn.current = true;
              }}
            >
              {next.label}
            </Button>
          )}
        </>
      }
    >
      {subject && <p className={textStyles.soft}>{operation.description}</p>}
      {effect}
      {form.message && <Refusal message={form.message} proposal={form.duplicate} />}
      <OperationFields form={form} />
    </Dialog>
  );
}
