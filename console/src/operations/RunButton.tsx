import type { OperationName } from '@panel/domain/console/all-operations';
import type { Operation } from '@panel/domain/console/operation';
import { Button, type ButtonTone } from '@panel/ui/Button';
import { showToast } from '@panel/ui/toasts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError, reload, runOperation } from '../api.ts';
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
  const { mutate, isPending } = useMutation({
    mutationFn: () => runOperation(operation.name, values),
    onSuccess: (answer) => {
      if ('message' in answer) showToast({ tone: 'success', text: answer.message });
      reload();
    },
    onError: (error) => {
      if (error instanceof CallError) showToast({ tone: 'error', text: error.message });
    },
  });
  const mayRun = useMayRun([operation.name]);
  if (!mayRun) return null;
  return (
    <Button tone={tone} small busy={isPending} data-shortcut={shortcut} onClick={() => mutate()}>
      {children}
    </Button>
  );
}
