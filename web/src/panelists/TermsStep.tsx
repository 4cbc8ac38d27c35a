import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { ON } from '@panel/domain/questionnaire/fields';
import { APPLY, FORM_FAULTS } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { postedToPage } from '../calls/page-content.ts';
import { TermsText } from '../pages/Terms.tsx';
import { readFields } from '../questionnaire/field-values.ts';
import { Option } from '../questionnaire/Options.tsx';
import { FormToken, useScripted } from '../without-script/forms.tsx';
import css from './ApplyScreen.module.css';

const isTicked = (form: HTMLFormElement): boolean => readFields(form, termsAccepted.id).length > 0;

/** Step 1: the terms have to be accepted before the questions are shown. */
export function TermsStep({ onProceed }: { onProceed: () => void }) {
  const [isAccepted, setAccepted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isScripted = useScripted();
  const wasRefused = postedToPage().form !== undefined;
  // The box may have been ticked before the script loaded.
  useLayoutEffect(() => {
    if (form.current) setAccepted(isTicked(form.current));
  }, []);
  const proceed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isTicked(event.currentTarget)) onProceed();
  };
  return (
    <main className="page">
      <p className="overline">{APPLY.stepOne}</p>
      <h1>{APPLY.termsTitle}</h1>
      <TermsText />
      <form className={css.agreement} ref={form} method="post" action="#errors" onSubmit={proceed}>
        <Option type="checkbox" name={termsAccepted.id} value={ON} label={termsAccepted.label} onChange={setAccepted} />
        {wasRefused && (
          <p className={css.refused} id="errors" role="alert">
            {FORM_FAULTS.required}
          </p>
        )}
        {/* Until the app has loaded, the inline script enables it with the box. Without script the server asks for the tick. */}
        <Button type="submit" disabled={isScripted && !isAccepted} data-needs-box="">
          {APPLY.proceed}
        </Button>
        <FormToken />
      </form>
    </main>
  );
}
