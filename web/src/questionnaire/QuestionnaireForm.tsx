import type { AnswersOf, Questionnaire } from '@panel/domain/questionnaire/definition';
import { encode } from '@panel/domain/questionnaire/encode';
import { dismissError, showToast } from '@panel/ui/toasts';
import { type FocusEvent, type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { call, type Method } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { useIsHere } from '../shell/is-here.ts';
import { navigate } from '../shell/router.tsx';
import { eraseDraft, keepDraft, readDraft } from './drafts.ts';
import { FormFoot } from './FormFoot.tsx';
import { type DetailPlace, failureOf } from './failures.ts';
import { createFormState, type Failure, FormStateProvider } from './form-state.ts';
import { Progress } from './Progress.tsx';
import { Items, Sections } from './Sections.tsx';
import { clearAgainst, fieldsOf, fillIn, typedIn } from './typed.ts';
import { underWay } from './under-way.ts';

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
  const isHere = useIsHere();
  const key = `${definition.id} ${did}`;
  const isLong = state.asks.length > 1;

  const takeAll = (form: HTMLFormElement) =>
    state.take(Object.fromEntries(state.asks.map(({ question }) => [question.id, typedIn(form, question.id)])));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first paint: what was kept is put back
  useLayoutEffect(() => {
    if (ref.current) {
      fillIn(ref.current, readDraft(did, definition) ?? {});
      takeAll(ref.current);
    }
    const sending = underWay.get(key);
    if (sending) void follow(sending);
  }, []);

  const input = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = event.target as HTMLInputElement;
    if (field.name === '') return;
    if (field.type === 'checkbox') clearAgainst(form, field);
    state.take({ [field.name]: typedIn(form, field.name) });
    if (state.stage().at !== 'sent') keepDraft(did, definition, state.typed());
  };

  const leave = (event: FocusEvent<HTMLFormElement>) => state.leave((event.target as { name?: string }).name ?? '');

  const goTo = (questionId: string) => {
    const field = ref.current && fieldsOf(ref.current, questionId).find((each) => !each.closest('[hidden]'));
    field?.closest('[id^="q-"]')?.scrollIntoView();
    field?.focus({ preventScroll: true });
  };

  const send = async (): Promise<Failure | undefined> => {
    try {
      const answers = state.answers() as AnswersOf<Questionnaire>;
      await call(props.send.method, props.send.path, encode(definition, did, answers));
      eraseDraft(did, definition);
      showToast({ tone: 'success', text: props.success });
      return undefined;
    } catch (thrown) {
      const failure = failureOf(thrown, brand, props.detailPlace);
      showToast({ tone: 'error', text: failure.message });
      return failure;
    } finally {
      underWay.delete(key);
    }
  };

  const follow = async (sending: Promise<Failure | undefined>) => {
    state.enter({ at: 'sending' });
    const failure = await sending;
    if (failure) return state.enter({ at: props.afterError === 'retry' ? 'filling-in' : 'stopped', failure });
    state.enter({ at: 'sent' });
    // Back leads to where the panelist came from, not to a form that was sent. Whoever is there already sees it afresh.
    if (isHere() || window.location.pathname === props.doneAt) await navigate(props.doneAt, { replace: true });
  };

  const tryAgain = () => {
    dismissError();
    state.enter({ at: 'filling-in' });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.stage().at !== 'filling-in') return;
    dismissError();
    takeAll(event.currentTarget);
    if (!state.attempt()) {
      const [first] = state.faults();
      if (first) goTo(first.ask.question.id);
      return;
    }
    const sending = send();
    underWay.set(key, sending);
    void follow(sending);
  };

  return (
    <FormStateProvider value={state}>
      <main>
        {isLong && <Progress name={name} />}
        <div className="page">
          <h1>{title}</h1>
          {intro}
          <form className="stack" noValidate ref={ref} onInput={input} onBlur={leave} onSubmit={submit}>
            {isLong ? (
              <Sections sections={definition.sections} />
            ) : (
              <Items items={definition.sections.flatMap((section) => section.items)} />
            )}
            <FormFoot footnote={footnote} onGoTo={goTo} onTryAgain={tryAgain} />
          </form>
        </div>
      </main>
    </FormStateProvider>
  );
}
