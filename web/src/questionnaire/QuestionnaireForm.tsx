import type { AnswersOf, Questionnaire } from '@panel/domain/questionnaire/definition';
import { encode } from '@panel/domain/questionnaire/encode';
import { type FocusEvent, type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { call, type Method } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { navigate } from '../shell/router.tsx';
import { showToast } from '../shell/toasts.tsx';
import { eraseDraft, keepDraft, readDraft } from './drafts.ts';
import { FormFoot } from './FormFoot.tsx';
import { type DetailPlace, failureOf } from './failures.ts';
import { createFormState, FormStateProvider } from './form-state.ts';
import { Progress } from './Progress.tsx';
import { Items, Sections } from './Sections.tsx';
import { clearAgainst, fieldsOf, fillIn, typedIn } from './typed.ts';

/** What differs from form to form. All else is the definition's. */
type QuestionnaireFormProps = {
  readonly definition: Questionnaire;
  readonly did: string;
  readonly title: string;
  readonly intro?: ReactNode;
  /** Stands beside the progress. */
  readonly name: string;
  readonly footnote?: string;
  readonly send: { readonly method: Method; readonly path: string };
  /** Whether Submit works again after an error, or only once the panelist asks to try again. */
  readonly afterError: 'retry' | 'stay-disabled';
  readonly detailPlace: DetailPlace;
  readonly success: string;
  readonly doneAt: string;
};

/** One form for every questionnaire: native fields that keep their own answers, followed by a form state. */
export function QuestionnaireForm(props: QuestionnaireFormProps) {
  const { definition, did, title, intro, name, footnote } = props;
  const brand = useBrand();
  const [state] = useState(() => createFormState(definition));
  const ref = useRef<HTMLFormElement>(null);
  const isHere = useRef(false);
  const isLong = state.asks.length > 1;

  const takeAll = (form: HTMLFormElement) =>
    state.take(Object.fromEntries(state.asks.map(({ question }) => [question.id, typedIn(form, question.id)])));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first paint: what was kept is put back
  useLayoutEffect(() => {
    isHere.current = true;
    if (ref.current) {
      fillIn(ref.current, readDraft(did, definition) ?? {});
      takeAll(ref.current);
    }
    return () => {
      isHere.current = false;
    };
  }, []);

  const follow = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = event.target as HTMLInputElement;
    if (field.name === '') return;
    if (field.type === 'checkbox') clearAgainst(form, field);
    state.take({ [field.name]: typedIn(form, field.name) });
    keepDraft(did, definition, state.typed());
  };

  const leave = (event: FocusEvent<HTMLFormElement>) => state.leave((event.target as { name?: string }).name ?? '');

  const goTo = (questionId: string) => {
    const field = ref.current && fieldsOf(ref.current, questionId).find((each) => !each.closest('[hidden]'));
    field?.closest('[id^="q-"]')?.scrollIntoView();
    field?.focus({ preventScroll: true });
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.stage().at !== 'filling-in') return;
    takeAll(event.currentTarget);
    if (!state.attempt()) {
      const [first] = state.faults();
      if (first) goTo(first.ask.question.id);
      return;
    }
    state.enter({ at: 'sending' });
    try {
      const answers = state.answers() as AnswersOf<Questionnaire>;
      await call(props.send.method, props.send.path, encode(definition, did, answers));
    } catch (thrown) {
      const failure = failureOf(thrown, brand, props.detailPlace);
      state.enter(props.afterError === 'retry' ? { at: 'filling-in', failure } : { at: 'stopped', failure });
      showToast({ tone: 'error', text: failure.message });
      return;
    }
    eraseDraft(did, definition);
    showToast({ tone: 'success', text: props.success });
    // Back leads to where the panelist came from, not to a form that was sent.
    if (isHere.current) await navigate(props.doneAt, { replace: true });
  };

  return (
    <FormStateProvider value={state}>
      <main>
        {isLong && <Progress name={name} />}
        <div className="page">
          <h1>{title}</h1>
          {intro}
          <form className="stack" noValidate ref={ref} onInput={follow} onBlur={leave} onSubmit={submit}>
            {isLong ? (
              <Sections sections={definition.sections} />
            ) : (
              <Items items={definition.sections.flatMap((section) => section.items)} />
            )}
            <FormFoot footnote={footnote} onGoTo={goTo} onTryAgain={() => state.enter({ at: 'filling-in' })} />
          </form>
        </div>
      </main>
    </FormStateProvider>
  );
}
