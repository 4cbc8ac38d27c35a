import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { APPLY } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { TermsText } from '../pages/Terms.tsx';
import { ON, readFields } from '../questionnaire/field-values.ts';
import { Option } from '../questionnaire/Options.tsx';
import css from './ApplyScreen.module.css';

const isTicked = (form: HTMLFormElement): boolean => readFields(form, termsAccepted.id).length > 0;

/** Step 1: the terms have to be accepted before the questions are shown. */
export function TermsStep({ onProceed }: { onProceed: () => void }) {
  const [isAccepted, setAccepted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The box may have been ticked before the script loaded.
  useLayoutEffect(() => {
    if (form.current) setAccepted(isTicked(form.current));
  }, []);
  const proceed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A tap from before the script loaded is repeated before the box is read.
    if (isTicked(event.currentTarget)) onProceed();
  };
  return (
    <main className="page">
      <p className="overline">{APPLY.stepOne}</p>
      <h1>{APPLY.termsTitle}</h1>
      <TermsText />
      <form className={css.agreement} ref={form} onSubmit={proceed}>
        <Option type="checkbox" name={termsAccepted.id} value={ON} label={termsAccepted.label} onChange={setAccepted} />
        {/* Until the script has loaded, the inline script enables it with the box. */}
        <Button type="submit" disabled={!isAccepted} data-needs-box="">
          {APPLY.proceed}
        </Button>
      </form>
    </main>
  );
}
