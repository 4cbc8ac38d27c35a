import { REGISTRATION } from '@panel/domain/panelists/rules';
import { APPLY, COMMON } from '@panel/domain/wording';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, readDraft } from '../questionnaire/drafts.ts';
import { NeedsDid } from '../shell/NeedsDid.tsx';
import { OfflineNotice } from '../shell/OfflineNotice.tsx';
import css from './ApplyScreen.module.css';
import { TermsStep } from './TermsStep.tsx';

type Questions = ComponentType<{ did: string }>;
/** Step 2 comes to the phone while step 1 is being read. */
let fetched: Questions | null = null;
export const fetchQuestions = async (): Promise<Questions> => {
  fetched = (await import('./ApplyQuestions.tsx')).ApplyQuestions;
  return fetched;
};

function Application({ did }: { did: string }) {
  // A draft is begun by accepting the terms: whoever comes back to one goes on where they were.
  const [step, setStep] = useState<'terms' | 'questions'>('terms');
  const [Questions, setQuestions] = useState<Questions | 'lost' | null>(() => fetched);
  const proceeded = useRef(false);
  const questions = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (readDraft(did, REGISTRATION)) setStep('questions');
  }, [did]);

  useEffect(() => {
    if (fetched) return;
    fetchQuestions().then(
      (component) => setQuestions(() => component),
      () => setQuestions('lost'),
    );
  }, []);

  useLayoutEffect(() => {
    if (step === 'terms' || !proceeded.current) return;
    window.scrollTo(0, 0);
    questions.current?.focus({ preventScroll: true });
  }, [step]);

  const proceed = () => {
    // Another tab may have begun one while the terms were read here.
    keepDraft(did, REGISTRATION, readDraft(did, REGISTRATION) ?? {});
    proceeded.current = true;
    setStep('questions');
  };

  if (step === 'terms') return <TermsStep onProceed={proceed} />;
  if (Questions === 'lost') return <OfflineNotice />;
  return (
    <div className={css.questions} ref={questions} tabIndex={-1}>
      {Questions ? (
        <Questions did={did} />
      ) : (
        <main className="page" aria-busy>
          <h1>{APPLY.title}</h1>
          <p className="visually-hidden">{COMMON.loading}</p>
          <span className="spinner" />
        </main>
      )}
    </div>
  );
}

export default function ApplyScreen() {
  return <NeedsDid>{(did) => <Application key={did} did={did} />}</NeedsDid>;
}
