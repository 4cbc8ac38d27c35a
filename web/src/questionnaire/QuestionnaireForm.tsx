import { FORM_SECONDS_HEADER } from '@panel/domain/quality/speed';
import { encode } from '@panel/domain/questionnaire/encode';
import { dismissError, showToast } from '@panel/ui/toasts';
import { type FocusEvent, type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { CallFailed, call } from '../calls/api.ts';
import { productName } from '../calls/config.ts';
import { postedToPage } from '../calls/page-content.ts';
import { useActiveScreen } from '../routing/active-screen.ts';
import { navigate } from '../routing/router.tsx';
import { FormToken, useScripted } from '../without-script/forms.tsx';
import { deleteDraft, loadDraft, saveDraft } from './drafts.ts';
import { FaultBox, SubmitFailure } from './FormErrors.tsx';
import { FormFooter } from './FormFooter.tsx';
import { failureOf } from './failures.ts';
import { clearEarlyExclusive, clearExclusive, fieldsOf, readFields, restoreDraft } from './field-values.ts';
import type { FormConfig } from './form-config.ts';
import {
  createFormState,
  type FormFailure,
  type FormState,
  FormStateProvider,
  pendingSubmissions,
} from './form-state.ts';
import { Progress } from './Progress.tsx';
import { Items, Sections } from './Sections.tsx';

type QuestionnaireFormProps = {
  readonly form: FormConfig;
  readonly did: string;
  readonly intro?: ReactNode;
  /** Shown next to the progress, instead of the title. */
  readonly name?: string;
  readonly footnote?: string;
  /** Posted with the answers. */
  readonly hidden?: { readonly name: string; readonly value: string };
};

/** After a post without script, the form begins with what was posted. */
function firstState(form: FormConfig): FormState {
  const posted = postedToPage().form;
  const state = createFormState(form.definition, posted?.values);
  if (!posted) return state;
  state.setValues(posted.values);
  if (posted.isChecked) state.validate();
  if (posted.failure) {
    const { status, body } = posted.failure;
    state.setStage({ at: 'editing', failure: failureOf(new CallFailed(status, body), productName(), form) });
  }
  return state;
}

/** After a post without script: the errors, above the form, where the browser scrolls to. They don't follow the answers. */
function PostedErrors({ state, onGoTo }: { state: FormState; onGoTo: (questionId: string) => void }) {
  const [{ faults, failure }] = useState(() => ({ faults: state.faults(), failure: state.stage().failure }));
  if (!failure && faults.length === 0) return null;
  return (
    <div className="stack" id="errors" tabIndex={-1}>
      {failure && <SubmitFailure failure={failure} />}
      <FaultBox of="missing" faults={faults} onGoTo={onGoTo} />
      <FaultBox of="wrong" faults={faults} onGoTo={onGoTo} />
    </div>
  );
}

/** The form of every questionnaire. Its fields are uncontrolled: the DOM has the answers, and a form state follows it. */
export function QuestionnaireForm({ form: config, did, intro, name, footnote, hidden }: QuestionnaireFormProps) {
  const { definition } = config;
  const { title, success } = config.words();
  const brand = productName();
  const [state] = useState(() => firstState(config));
  const ref = useRef<HTMLFormElement>(null);
  /** When the first answer was given; 0 if that isn't known. */
  const began = useRef<number>(undefined);
  const watchScreen = useActiveScreen();
  const key = `${definition.id} ${did}`;
  const isScripted = useScripted();
  const isLong = state.asks.length > 1;

  const readAllFields = (form: HTMLFormElement) =>
    state.setValues(Object.fromEntries(state.asks.map(({ question }) => [question.id, readFields(form, question.id)])));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first paint, to restore the draft
  useLayoutEffect(() => {
    const form = ref.current;
    if (form) {
      const draft = loadDraft(did, definition) ?? {};
      clearEarlyExclusive(form);
      const isFilled = state.asks.some(({ question }) => readFields(form, question.id).length > 0);
      restoreDraft(form, draft);
      state.setValues(draft);
      readAllFields(form);
      // Answers from an earlier visit took an unknown time.
      if (state.answeredCount() > 0) began.current = 0;
      // Input from before the script loaded isn't in the draft yet.
      if (isFilled) saveDraft(did, definition, state.values());
    }
    const pending = pendingSubmissions.get(key);
    if (pending) void trackSubmission(pending);
  }, []);

  const handleInput = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = event.target as HTMLInputElement;
    if (field.name === '') return;
    began.current ??= Date.now();
    if (field.type === 'checkbox') clearExclusive(form, field);
    state.setValues({ [field.name]: readFields(form, field.name) });
    if (state.stage().at !== 'sent') saveDraft(did, definition, state.values());
  };

  const handleBlur = (event: FocusEvent<HTMLFormElement>) => state.blur((event.target as { name?: string }).name ?? '');

  const focusQuestion = (questionId: string) => {
    const field = ref.current && fieldsOf(ref.current, questionId).find((each) => !each.closest('[hidden]'));
    field?.closest('[id^="q-"]')?.scrollIntoView();
    field?.focus({ preventScroll: true });
  };

  const send = async (): Promise<FormFailure | undefined> => {
    try {
      const answers = state.answers();
      const headers = began.current
        ? { [FORM_SECONDS_HEADER]: String(Math.round((Date.now() - began.current) / 1000)) }
        : undefined;
      await call(config.send.method, config.send.path, encode(definition, did, answers), headers);
      deleteDraft(did, definition);
      showToast({ tone: 'success', text: success });
      return undefined;
    } catch (thrown) {
      const failure = failureOf(thrown, brand, config);
      showToast({ tone: 'error', text: failure.message });
      return failure;
    } finally {
      pendingSubmissions.delete(key);
    }
  };

  const trackSubmission = async (submission: Promise<FormFailure | undefined>) => {
    const isActive = watchScreen();
    state.setStage({ at: 'sending' });
    const failure = await submission;
    if (failure) return state.setStage({ at: config.isProfiling ? 'editing' : 'blocked', failure });
    state.setStage({ at: 'sent' });
    // Replaced, so that Back skips a form that was sent. If the panelist is already at the target, it is reloaded.
    if (isActive() || window.location.pathname === config.doneAt) await navigate(config.doneAt, { replace: true });
  };

  const tryAgain = () => {
    dismissError();
    state.setStage({ at: 'editing' });
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.stage().at !== 'editing') return;
    dismissError();
    readAllFields(event.currentTarget);
    if (!state.validate()) {
      const [first] = state.faults();
      if (first) focusQuestion(first.ask.question.id);
      return;
    }
    const submission = send();
    pendingSubmissions.set(key, submission);
    void trackSubmission(submission);
  };

  return (
    <FormStateProvider value={state}>
      <main>
        {isLong && <Progress name={name ?? title} />}
        <div className="page">
          <PostedErrors state={state} onGoTo={focusQuestion} />
          <h1>{title}</h1>
          {intro}
          <form
            className="stack"
            method="post"
            action="#errors"
            noValidate
            ref={ref}
            onInput={handleInput}
            onBlur={handleBlur}
            onSubmit={handleSubmit}
          >
            {isLong ? (
              <Sections sections={definition.sections} />
            ) : (
              <Items items={definition.sections.flatMap((section) => section.items)} />
            )}
            <FormFooter footnote={footnote} onGoTo={focusQuestion} onTryAgain={tryAgain} />
            {hidden && !isScripted && <input type="hidden" {...hidden} />}
            <FormToken />
          </form>
        </div>
      </main>
    </FormStateProvider>
  );
}
