/*
 * The state of a form outside React. A component subscribes to the part that it shows, so that a tap re-renders one question
 * and not all 28. This keeps a form fast on a cheap phone.
 */
import { southAfricanDate } from '@panel/domain/calendar';
import {
  type Answer,
  type Answers,
  type Ask,
  asksOf,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import { answerOf, type FieldValues } from '@panel/domain/questionnaire/fields';
import { type FormFaultCode, faultOf, isAnswered } from '@panel/domain/questionnaire/validate';
import { createContext, useContext, useSyncExternalStore } from 'react';

export type FormFault = { readonly ask: Ask; readonly code: FormFaultCode };
export type FormFailure = {
  readonly message: string;
  readonly detail?: string | undefined;
  readonly isOffline?: boolean;
  /** The form is for panelists, and its device id isn't registered. */
  readonly isUnregistered?: boolean;
  /** The form is the sign-up, and the device is already registered: an earlier response may have been lost. */
  readonly isMember?: boolean;
};
/**
 * 'sending' ends in 'sent', which leaves the form, or in a failure. The specification keeps some forms loading after an error:
 * they are 'blocked' until the panelist presses 'Try again'.
 */
type Stage = {
  readonly at: 'editing' | 'sending' | 'sent' | 'blocked';
  readonly failure?: FormFailure;
};

/** Unanswered submissions, by panelist and questionnaire. A form that is reopened waits for its submission instead of sending it twice. */
export const pendingSubmissions = new Map<string, Promise<FormFailure | undefined>>();

export type FormState = ReturnType<typeof createFormState>;

/** `entered` is what the server found in the posted form. */
export function createFormState(definition: Questionnaire, entered: FieldValues = {}) {
  const asks: readonly Ask[] = asksOf(definition);
  const required = asks.filter((ask) => ask.required);
  const askById = new Map(asks.map((ask) => [ask.question.id, ask]));
  const listeners = new Set<() => void>();
  const values: Record<string, readonly string[]> = {};
  const answers: Record<string, Answer | undefined> = {};
  /** The faults shown next to questions: found on blur, and all of them from the first submit attempt on. */
  const shown: Record<string, FormFaultCode | null> = {};
  let attempted = false;
  let faults: readonly FormFault[] = [];
  let stage: Stage = { at: 'editing' };

  const check = (ask: Ask) => faultOf(ask, answers[ask.question.id], southAfricanDate(new Date()), 'form');

  function notify(): void {
    if (attempted)
      faults = asks.flatMap((ask) => {
        const code = shown[ask.question.id];
        return code ? [{ ask, code }] : [];
      });
    for (const listener of listeners) listener();
  }

  return {
    asks,

    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    setValues(changed: FieldValues): void {
      for (const [id, entered] of Object.entries(changed)) {
        const ask = askById.get(id);
        values[id] = entered;
        // A draft can contain more than answers, such as the accepted terms, so it is saved again with the values.
        if (!ask) continue;
        answers[id] = answerOf(ask.question, entered);
        // Before the first attempt a change can only remove a fault: new ones are found on blur.
        if (attempted) shown[id] = check(ask);
        else if (shown[id] && shown[id] !== check(ask)) shown[id] = null;
      }
      notify();
    },

    /** An empty field is not a fault until the form is submitted. */
    blur(id: string): void {
      const ask = askById.get(id);
      if (!ask || !isAnswered(ask.question, answers[id])) return;
      shown[id] = check(ask);
      notify();
    },

    /** Shows every fault from now on. Returns whether there are none. */
    validate(): boolean {
      attempted = true;
      for (const ask of asks) shown[ask.question.id] = check(ask);
      notify();
      return faults.length === 0;
    },

    setStage(next: Stage): void {
      stage = next;
      notify();
    },

    stage: (): Stage => stage,
    values: (): FieldValues => values,
    /** What the fields were rendered with. */
    entered,
    answers: (): Answers => answers,
    faultShown: (id: string): FormFaultCode | null => shown[id] ?? null,
    tickedCount: (id: string): number => values[id]?.length ?? 0,
    attempted: (): boolean => attempted,
    /** Empty before the first submit attempt. */
    faults: (): readonly FormFault[] => faults,
    /** Counts only required questions, so that a full bar means ready to submit. */
    requiredCount: required.length,
    answeredCount: (): number => required.filter(({ question }) => isAnswered(question, answers[question.id])).length,
  };
}

const Context = createContext<FormState | null>(null);
export const FormStateProvider = Context.Provider;

/** Selects one part of the form's state, and re-renders when it changes. Needs a FormStateProvider. */
export function useForm<T>(select: (state: FormState) => T): T {
  const state = useContext(Context) as FormState;
  const selected = () => select(state);
  return useSyncExternalStore(state.subscribe, selected, selected);
}

const NOTHING: readonly string[] = [];
/** What a question's fields are first rendered with. Outside a questionnaire nothing. */
export const useEntered = (questionId: string): readonly string[] =>
  useContext(Context)?.entered[questionId] ?? NOTHING;
