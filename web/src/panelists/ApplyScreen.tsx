import { REGISTRATION, TERMS } from '@panel/domain/panelists/rules';
import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { APPLY, COMMON } from '@panel/domain/wording';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { postedToPage } from '../calls/page-content.ts';
import { loadDraft, saveDraft } from '../questionnaire/drafts.ts';
import { OfflineNotice } from '../shell/OfflineNotice.tsx';
import css from './ApplyScreen.module.css';
import { TermsStep } from './TermsStep.tsx';

type Questions = ComponentType<{ did: string }>;
/** The code of step 2, loaded while the panelist reads step 1. */
let loadedQuestions: Questions | null = null;
export const loadQuestions = async (): Promise<Questions> => {
  const questions = await import('./ApplyQuestions.tsx');
  loadedQuestions = questions.ApplyQuestions;
  return loadedQuestions;
};

/** Whether the draft says that the current terms were accepted. */
const hasAcceptedTerms = (did: string): boolean =>
  loadDraft(did, REGISTRATION)?.[termsAccepted.id]?.[0] === TERMS.revised;

/** Keeps the draft's answers, which may be from a visit under older terms or from another tab. */
const saveAcceptedTerms = (did: string): void =>
  saveDraft(did, REGISTRATION, { ...loadDraft(did, REGISTRATION), [termsAccepted.id]: [TERMS.revised] });

/** Whether this page answers step 1, posted without script. */
const isPostedStepTwo = (): boolean => postedToPage().form?.values[termsAccepted.id]?.[0] === TERMS.revised;

/** A page that shows step 2 is hydrated with its code. */
export const loadMore = async (): Promise<void> => {
  if (isPostedStepTwo()) await loadQuestions();
};

export default function ApplyScreen({ did }: { did: string }) {
  const [step, setStep] = useState<'terms' | 'questions'>(() => (isPostedStepTwo() ? 'questions' : 'terms'));
  const [Questions, setQuestions] = useState<Questions | 'failed' | null>(() => loadedQuestions);
  const proceeded = useRef(false);
  const questions = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (hasAcceptedTerms(did)) setStep('questions');
  }, [did]);

  const load = () => {
    setQuestions(null);
    loadQuestions().then(
      (component) => setQuestions(() => component),
      () => setQuestions('failed'),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!loadedQuestions) load();
  }, []);

  useLayoutEffect(() => {
    if (step === 'terms' || !proceeded.current) return;
    window.scrollTo(0, 0);
    questions.current?.focus({ preventScroll: true });
  }, [step]);

  const proceed = () => {
    saveAcceptedTerms(did);
    // Its code failed to load while the terms were read, and the connection may be back.
    if (Questions === 'failed') load();
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
