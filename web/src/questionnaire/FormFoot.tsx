import { COMMON } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { useLayoutEffect, useRef } from 'react';
import { FailureFooter, MissingFooter } from './ErrorFooter.tsx';
import { useForm } from './form-state.ts';

type FormFootProps = {
  readonly footnote?: string | undefined;
  readonly onGoTo: (questionId: string) => void;
  readonly onTryAgain: () => void;
};

/** The end of every form: what went wrong, and Submit. */
export function FormFoot({ footnote, onGoTo, onTryAgain }: FormFootProps) {
  const { at, failure } = useForm((form) => form.stage());
  const faults = useForm((form) => form.faults());
  const foot = useRef<HTMLDivElement>(null);

  // Submit was disabled while it was sending and lost the focus: it goes to what can be pressed next.
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (wasBusy.current) foot.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
    wasBusy.current = at !== 'filling-in';
  }, [at]);

  return (
    <div className="section stack" ref={foot}>
      {failure && <FailureFooter failure={failure} onTryAgain={at === 'stopped' ? onTryAgain : undefined} />}
      {faults.length > 0 && <MissingFooter faults={faults} onGoTo={onGoTo} />}
      <Button type="submit" busy={at === 'sending'} disabled={at !== 'filling-in' || faults.length > 0}>
        {COMMON.submit}
      </Button>
      {footnote && <p className="small">{footnote}</p>}
    </div>
  );
}
