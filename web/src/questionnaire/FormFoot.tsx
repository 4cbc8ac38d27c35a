import { COMMON } from '@panel/domain/wording';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../shell/Button.tsx';
import { FailureFooter, MissingFooter } from './ErrorFooter.tsx';
import { useForm } from './form-state.ts';

type FormFootProps = {
  readonly footnote?: string | undefined;
  readonly onGoTo: (questionId: string) => void;
  readonly onTryAgain: () => void;
};

/** The end of every form: what went wrong, and Submit. */
export function FormFoot({ footnote, onGoTo, onTryAgain }: FormFootProps) {
  const stage = useForm((form) => form.stage());
  const faults = useForm((form) => form.faults());
  const foot = useRef<HTMLDivElement>(null);
  const failure = stage.at === 'sending' ? undefined : stage.failure;

  // Submit was disabled while it was sending and lost the focus: it goes to what can be pressed next.
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (wasBusy.current) foot.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
    wasBusy.current = stage.at !== 'filling-in';
  }, [stage]);

  return (
    <div className="section stack" ref={foot}>
      {failure && <FailureFooter failure={failure} onTryAgain={stage.at === 'stopped' ? onTryAgain : undefined} />}
      {faults.length > 0 && <MissingFooter faults={faults} onGoTo={onGoTo} />}
      <Button type="submit" busy={stage.at === 'sending'} disabled={stage.at !== 'filling-in' || faults.length > 0}>
        {COMMON.submit}
      </Button>
      {footnote && <p className="small">{footnote}</p>}
    </div>
  );
}
