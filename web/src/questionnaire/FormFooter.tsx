import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { Button, buttonClass } from '@panel/ui/Button';
import { useLayoutEffect, useRef } from 'react';
import { Link } from '../routing/router.tsx';
import { SignUpLink } from '../shell/SignUpLink.tsx';
import { useScripted } from '../without-script/forms.tsx';
import { FaultBox, SubmitFailure } from './FormErrors.tsx';
import { useForm } from './form-state.ts';

type FormFooterProps = {
  readonly footnote?: string | undefined;
  readonly onGoTo: (questionId: string) => void;
  readonly onTryAgain: () => void;
};

/** The end of every form: errors and Submit. */
export function FormFooter({ footnote, onGoTo, onTryAgain }: FormFooterProps) {
  const { at, failure } = useForm((form) => form.stage());
  const faults = useForm((form) => form.faults());
  const isScripted = useScripted();
  const footer = useRef<HTMLDivElement>(null);

  // Sending disabled Submit, which lost the focus: focus the next usable button, unless the panelist is at a question.
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isAtQuestion = !footer.current?.contains(activeElement) && !activeElement?.contains(footer.current);
    if (wasBusy.current && !isAtQuestion) footer.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
    wasBusy.current = at !== 'editing';
  }, [at]);

  return (
    <div className="section stack" ref={footer}>
      {failure && <SubmitFailure failure={failure} onTryAgain={at === 'blocked' ? onTryAgain : undefined} />}
      {failure?.isUnregistered && <SignUpLink tone="tonal" />}
      {failure?.isMember && (
        <Link className={buttonClass('tonal')} to={screens.home}>
          {COMMON.goBack}
        </Link>
      )}
      <FaultBox of="missing" faults={faults} onGoTo={onGoTo} />
      <FaultBox of="wrong" faults={faults} onGoTo={onGoTo} />
      <Button type="submit" busy={at !== 'editing'} disabled={at !== 'editing' || (isScripted && faults.length > 0)}>
        {COMMON.submit}
      </Button>
      {footnote && <p className="small">{footnote}</p>}
    </div>
  );
}
