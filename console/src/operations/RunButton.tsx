import type { OperationName } from '@panel/domain/console/all-operations';
import type { Operation } from '@panel/domain/console/operation';
import { Button, type ButtonTone } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { type ReactNode, useState } from 'react';
import { reload, runOperation } from '../api.ts';
import { useMayRun } from './use-may-run.ts';

type RunButtonProps = {
  operation: Operation & { readonly name: OperationName };
  values: Readonly<Record<string, string>>;
  tone?: ButtonTone;
  /** The key that presses it. */
  shortcut?: string;
  children: ReactNode;
};

/** Does at once what asks nothing and can be undone. Hidden if the role can't run it. */
export function RunButton({ operation, values, tone = 'plain', shortcut, children }: RunButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const mayRun = useMayRun([operation.name]);
  if (!mayRun) return null;
  const run = async () => {
    setBusy(true);
    try {
      const answer = await runOperation(operation.name, values);
      if ('message' in answer) showToast({ tone: 'success', text: answer.message });
      reload();
    } catch (error) {
      showToast({ tone: 'error', text: error instanceof Error ? error.message : 'That didn’t work. Try again.' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone={tone} small busy={isBusy} data-shortcut={shortcut} onClick={() => void run()}>
      {children}
    </Button>
  );
}
