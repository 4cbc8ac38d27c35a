/*
 * What a form knows while it is being filled in. The fields hold the answers; this follows them, one question at a
 * time, and tells those who show something of it. A tap re-renders the line that changed and nothing else, which is
 * what keeps a form of 28 questions quick on a cheap phone.
 */
import { southAfricanDate } from '@panel/domain/calendar';
import {
  type Answer,
  type Answers,
  type Ask,
  asksOf,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import { type FormFaultCode, faultOf, isAnswered } from '@panel/domain/questionnaire/validate';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { answerOf, type Typed } from './typed.ts';

export type FormFault = { readonly ask: Ask; readonly code: FormFaultCode };
export type Failure = {
  readonly message: string;
  readonly detail?: string | undefined;
  readonly isOffline?: boolean;
};
/**
 * Sending ends in 'sent', which leaves the form, or in a failure. 'stopped' are the specification's forms that keep loading
 * after an error: nothing can be sent until the person says so.
 */
export type Stage = {
  readonly at: 'filling-in' | 'sending' | 'sent' | 'stopped';
  readonly failure?: Failure;
};

export type FormState = ReturnType<typeof createFormState>;

export function createFormState(definition: Questionnaire) {
  const asks: readonly Ask[] = asksOf(definition);
  const required = asks.filter((ask) => ask.required);
  const askById = new Map(asks.map((ask) => [ask.question.id, ask]));
  const listeners = new Set<() => void>();
  const typed: Record<string, readonly string[]> = {};
  const answers: Record<string, Answer | undefined> = {};
  /** What is shown beside a question: faults found when its field was left, and after the first attempt all of them. */
  const shown: Record<string, FormFaultCode | null> = {};
  let attempted = false;
  let faults: readonly FormFault[] = [];
  let stage: Stage = { at: 'filling-in' };

  const check = (ask: Ask) => faultOf(ask, answers[ask.question.id], southAfricanDate(new Date()), 'form');

  function tell(): void {
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

    /** Takes in what stands in the fields of some questions. */
    take(filledIn: Typed): void {
      for (const [id, values] of Object.entries(filledIn)) {
        const ask = askById.get(id);
        if (!ask) continue;
        typed[id] = values;
        answers[id] = answerOf(ask.question, values);
        // Before the first attempt a fault can only disappear while its field is being corrected.
        if (attempted) shown[id] = check(ask);
        else if (shown[id] && shown[id] !== check(ask)) shown[id] = null;
      }
      tell();
    },

    /** The panelist went on to another field. An empty one is no fault until the form is sent. */
    leave(id: string): void {
      const ask = askById.get(id);
      if (!ask || !isAnswered(ask.question, answers[id])) return;
      shown[id] = check(ask);
      tell();
    },

    /** An attempt to send: from the first on, every fault is shown. Answers whether there is none. */
    attempt(): boolean {
      attempted = true;
      for (const ask of asks) shown[ask.question.id] = check(ask);
      tell();
      return faults.length === 0;
    },

    enter(next: Stage): void {
      stage = next;
      tell();
    },

    stage: (): Stage => stage,
    typed: (): Typed => typed,
    answers: (): Answers => answers,
    faultShown: (id: string): FormFaultCode | null => shown[id] ?? null,
    ticked: (id: string): number => typed[id]?.length ?? 0,
    attempted: (): boolean => attempted,
    /** What keeps the form from being sent; none before the first attempt. */
    faults: (): readonly FormFault[] => faults,
    /** Progress is counted over what must be answered, so that a full bar means ready to send. */
    due: required.length,
    done: (): number => required.filter(({ question }) => isAnswered(question, answers[question.id])).length,
  };
}

const Context = createContext<FormState | null>(null);
export const FormStateProvider = Context.Provider;

/** Shows one thing the form knows, and re-renders when that thing changes. */
export function useForm<T>(select: (state: FormState) => T): T {
  const state = useContext(Context);
  if (!state) throw new Error('No form around this field');
  const selected = () => select(state);
  return useSyncExternalStore(state.subscribe, selected, selected);
}
