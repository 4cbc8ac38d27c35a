import { REGISTRATION } from '@panel/domain/panelists/rules';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { OfflineNotice } from '../pages/OfflineNotice.tsx';
import { keepDraft, readDraft } from '../questionnaire/drafts.ts';
import { NeedsDid } from '../shell/NeedsDid.tsx';
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

  const areShown = step === 'questions' && Questions !== null;
  useLayoutEffect(() => {
    if (!areShown || !proceeded.current) return;
    window.scrollTo(0, 0);
    questions.current?.focus({ preventScroll: true });
  }, [areShown]);

  const proceed = () => {
    keepDraft(did, REGISTRATION, {});
    proceeded.current = true;
    setStep('questions');
  };

  if (step === 'terms') return <TermsStep onProceed={proceed} />;
  if (Questions === 'lost') return <OfflineNotice />;
  return (
    <div className={css.questions} ref={questions} tabIndex={-1} aria-busy={Questions === null}>
      {Questions && <Questions did={did} />}
    </div>
  );
}

export default function ApplyScreen() {
  return <NeedsDid>{(did) => <Application key={did} did={did} />}</NeedsDid>;
}
