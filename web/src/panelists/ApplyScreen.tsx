import { REGISTRATION } from '@panel/domain/panelists/rules';
import { APPLY, COMMON } from '@panel/domain/wording';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadDraft, saveDraft } from '../questionnaire/drafts.ts';
import { OfflineNotice } from '../shell/OfflineNotice.tsx';
import { RequireDid } from '../shell/RequireDid.tsx';
import css from './ApplyScreen.module.css';
import { TermsStep } from './TermsStep.tsx';

type Questions = ComponentType<{ did: string }>;
/** The code of step 2, loaded while the panelist reads step 1. */
let loadedQuestions: Questions | null = null;
export const loadQuestions = async (): Promise<Questions> => {
  loadedQuestions = (await import('./ApplyQuestions.tsx')).ApplyQuestions;
  return loadedQuestions;
};

function Application({ did }: { did: string }) {
  // Accepting the terms creates the draft: a panelist who comes back to one continues with step 2.
  const [step, setStep] = useState<'terms' | 'questions'>('terms');
  const [Questions, setQuestions] = useState<Questions | 'failed' | null>(() => loadedQuestions);
  const proceeded = useRef(false);
  const questions = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (loadDraft(did, REGISTRATION)) setStep('questions');
  }, [did]);

  useEffect(() => {
    if (loadedQuestions) return;
    loadQuestions().then(
      (component) => setQuestions(() => component),
      () => setQuestions('failed'),
    );
  }, []);

  useLayoutEffect(() => {
    if (step === 'terms' || !proceeded.current) return;
    window.scrollTo(0, 0);
    questions.current?.focus({ preventScroll: true });
  }, [step]);

  const proceed = () => {
    // Another tab may have created a draft meanwhile.
    saveDraft(did, REGISTRATION, loadDraft(did, REGISTRATION) ?? {});
    proceeded.current = true;
    setStep('questions');
  };

  if (step === 'terms') return <TermsStep onProceed={proceed} />;
  if (Questions === 'failed') return <OfflineNotice />;
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
  return <RequireDid>{(did) => <Application key={did} did={did} />}</RequireDid>;
}
