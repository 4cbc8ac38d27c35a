import { type Input, type Operation, readInputs } from '@panel/domain/console/operation';
import type { FieldError } from '@panel/domain/problems';
import { showToast } from '@panel/ui/toasts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from '../address.ts';
import { CallError, reload, runOperation } from '../api.ts';
import { useKept } from '../kept.ts';
import { saveFile } from './save-file.ts';

type OperationForm = {
  /** The inputs that the page doesn't know. */
  asked: readonly Input[];
  values: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  /** Why the call was refused, where no field says it. */
  message: string | null;
  /** The open proposal for the same decision, if the call was refused because of it. */
  duplicate: string | null;
  isBusy: boolean;
  /** The lines of a result that is longer than a message. */
  result: readonly string[] | null;
  /** A token for the command line: it is kept nowhere but here. */
  token: string | null;
  setValue: (name: string, value: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
};

const byField = (errors: readonly FieldError[]) =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

/** A browser reports a half-typed date, time or number as empty. Reading it as empty would send an invitation at once. */
const halfTyped = (form: HTMLFormElement): FieldError[] =>
  Array.from(form.querySelectorAll('input'))
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => ({ field: name, message: 'Enter a full date and time, or clear the field.' }));

/** A file is too large to keep, and a PIN or a did must not stay in the browser. */
const isKept = ({ kind }: Input): boolean => kind !== 'secret' && kind !== 'file' && kind !== 'did';

/** A field's fault is read out with it, so the first one gets the focus. */
const focusFault = () =>
  (document.querySelector('dialog[open]') ?? document).querySelector<HTMLElement>('[data-fault]')?.focus();

/**
 * Reads the inputs by the same rules as the server, runs the operation, and reloads the page. What was typed is kept in this tab until
 * it is sent; `subjectKey` says for what.
 */
export function useOperation(
  operation: Operation,
  known: Readonly<Record<string, string>>,
  onDone: () => void,
  subjectKey = JSON.stringify(known),
): OperationForm {
  const [kept, keep] = useKept(`${operation.name} ${subjectKey}`);
  const [values, setStateValues] = useState(kept);
  // A file is read after the render whose form asked for it, and others may be typed meanwhile.
  const latest = useRef(values);
  const setValues = (next: Readonly<Record<string, string>>) => {
    latest.current = next;
    setStateValues(next);
    keep(
      Object.fromEntries(
        operation.inputs.filter(isKept).flatMap(({ name }) => (next[name] === undefined ? [] : [[name, next[name]]])),
      ),
    );
  };
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusFault();
  }, [refusals]);
  const [result, setResult] = useState<readonly string[] | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const all: Readonly<Record<string, string>> = { ...values, ...known };
  const asked = operation.inputs.filter(({ name, when }) => !(name in known) && (!when || all[when.input] === when.is));

  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return;
    const given = Object.fromEntries(
      operation.inputs.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
    const read = readInputs(operation, given);
    const refuse = (errors: readonly FieldError[]) => {
      setFaults(byField(errors));
      setRefusals((count) => count + 1);
    };
    const unread = halfTyped(form);
    if ('errors' in read || unread.length > 0) return refuse([...('errors' in read ? read.errors : []), ...unread]);
    setBusy(true);
    setFaults({});
    setRefusal(null);
    try {
      const answer = await runOperation(operation.name, read.values);
      setValues({});
      if ('proposal' in answer) {
        showToast({ tone: 'success', text: `Proposed as ${answer.proposal}. Another person must approve it.` });
        onDone();
      } else {
        // A token's dialog says what to do with it.
        if (!operation.isReadOnly && !answer.token) showToast({ tone: 'success', text: answer.message });
        if (answer.file) saveFile(answer.file);
        if (answer.token) setToken(answer.token);
        else if (answer.lines) setResult(answer.lines);
        else onDone();
        if (answer.card) navigate(`/people?card=${encodeURIComponent(answer.card)}`);
      }
      reload();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse(error.fields);
      setRefusal(error.fields.length > 0 ? null : error);
    } finally {
      setBusy(false);
    }
  };
  return {
    asked,
    values,
    faults,
    message: refusal?.message ?? null,
    duplicate: refusal?.proposal ?? null,
    isBusy,
    result,
    token,
    setValue: (name, value) => {
      setValues({ ...latest.current, [name]: value });
      setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
    },
    submit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
