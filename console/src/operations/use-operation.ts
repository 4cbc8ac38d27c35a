import { type Input, type Operation, readInputs } from '@panel/domain/console/operation';
import type { FieldError } from '@panel/domain/problems';
import { showToast } from '@panel/ui/toasts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { navigate } from '../address.ts';
import { CallError, reload, runOperation } from '../api.ts';
import { useKept } from '../kept.ts';
import { saveFile } from './save-file.ts';

type Refused = {
  faults: Readonly<Record<string, string>>;
  /** Why the call was refused, where no field says it. */
  message: string | null;
  /** The open proposal for the same decision, if the call was refused because of it. */
  duplicate: string | null;
};
const NOT_REFUSED: Refused = { faults: {}, message: null, duplicate: null };

export type OperationForm = Refused & {
  /** The inputs that the page doesn't know. */
  asked: readonly Input[];
  values: Readonly<Record<string, string>>;
  isBusy: boolean;
  /** The lines of a result that is longer than a message. */
  result: readonly string[] | null;
  /** A token for the command line: it is kept nowhere but here. */
  token: string | null;
  setValue: (name: string, value: string) => void;
  /** Whether everything but the inputs that are asked `later` can be sent. Shows what can't, and what else is wrong. */
  check: (event: FormEvent<HTMLFormElement>, later: readonly string[], more: readonly FieldError[]) => boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A browser reports a half-typed date, time or number as empty. Reading it as empty would send an invitation at once. */
const halfTyped = (form: HTMLFormElement): FieldError[] =>
  Array.from(form.querySelectorAll('input'))
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => ({ field: name, message: 'Enter a full date and time, or clear the field.' }));

type FormOptions = {
  /** What typed text is kept for, if the known inputs change. */
  readonly subjectKey?: string | undefined;
  readonly initial?: Readonly<Record<string, string>>;
};

/** A file is too large to keep, and a PIN or a did must not stay in the browser. */
const isKept = ({ kind, isAskedOnRefusal }: Input): boolean =>
  kind !== 'secret' && kind !== 'file' && kind !== 'did' && !isAskedOnRefusal;

const withoutRefusals = ({ inputs }: Operation, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !inputs.some((input) => input.name === name && input.isAskedOnRefusal)),
  );

/** A field's fault is read out with it, so the first one gets the focus. */
const focusFault = () =>
  (document.querySelector('dialog[open]') ?? document).querySelector<HTMLElement>('[data-fault]')?.focus();

/**
 * Reads the inputs by the same rules as the server, runs the operation, and reloads the page. What was typed is kept in this tab until
 * it is sent.
 */
export function useOperation(
  operation: Operation,
  known: Readonly<Record<string, string>>,
  onDone: () => void,
  { subjectKey = JSON.stringify(known), initial = {} }: FormOptions = {},
): OperationForm {
  const [kept, keep] = useKept(`${operation.name} ${subjectKey}`);
  const [values, setStateValues] = useState<Readonly<Record<string, string>>>({ ...initial, ...kept });
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
  const [refused, setRefused] = useState(NOT_REFUSED);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusFault();
  }, [refusals]);
  const [shown, setShown] = useState<Pick<OperationForm, 'result' | 'token'>>({ result: null, token: null });
  const all: Readonly<Record<string, string>> = { ...values, ...known };
  const asked = operation.inputs.filter(
    ({ name, when, isAskedOnRefusal }) =>
      !(name in known) &&
      (!when || all[when.input] === when.is) &&
      (!isAskedOnRefusal || name in all || name in refused.faults),
  );

  const readAll = (form: HTMLFormElement) => {
    const given = Object.fromEntries(
      operation.inputs.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
    const read = readInputs(operation, given);
    const unread = halfTyped(form);
    return 'values' in read && unread.length === 0
      ? { values: read.values, errors: [] }
      : { values: null, errors: [...('errors' in read ? read.errors : []), ...unread] };
  };
  const refuse = (errors: readonly FieldError[], more: Partial<Refused> = {}) => {
    const faults = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    // What the page knows has no field to say it.
    const hasField = ({ field }: FieldError) =>
      operation.inputs.some((input) => input.name === field && (asked.includes(input) || input.isAskedOnRefusal));
    const unasked = errors.filter((error) => !hasField(error));
    const message = unasked.map((error) => error.message).join(' ') || null;
    setRefused({ ...NOT_REFUSED, faults, message, ...more });
    setRefusals((count) => count + 1);
  };
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (inputs: Readonly<Record<string, string>>) => runOperation(operation.name, inputs),
    onSuccess: (answer) => {
      setValues({});
      if ('proposal' in answer) {
        showToast({ tone: 'success', text: `Proposed as ${answer.proposal}. Another person must approve it.` });
        onDone();
      } else {
        // A token's dialog says what to do with it.
        if (!operation.isReadOnly && !answer.token) showToast({ tone: 'success', text: answer.message });
        if (answer.file) saveFile(answer.file);
        const { token = null, lines = null, page } = answer;
        if (token || (lines && !page)) setShown({ result: lines, token });
        else onDone();
        if (page) navigate(page);
        if (answer.card) navigate(`/people?card=${encodeURIComponent(answer.card)}`);
      }
      reload();
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      const { fields, message, proposal } = error;
      refuse(fields, { duplicate: proposal, ...(fields.length === 0 && { message }) });
    },
  });
  return {
    asked,
    values,
    ...refused,
    isBusy,
    ...shown,
    setValue: (name, value) => {
      // Another file is compared again.
      const isFile = operation.inputs.some((input) => input.name === name && input.kind === 'file');
      const kept = isFile ? withoutRefusals(operation, latest.current) : latest.current;
      setValues({ ...kept, [name]: value });
      setRefused(({ faults: { [name]: _, ...faults }, ...before }) => ({ ...before, faults }));
    },
    check: (event, later, more) => {
      event.preventDefault();
      const errors = [...readAll(event.currentTarget).errors, ...more].filter(({ field }) => !later.includes(field));
      refuse(errors);
      return errors.length === 0;
    },
    submit: (event) => {
      event.preventDefault();
      if (isBusy) return;
      const read = readAll(event.currentTarget);
      if (!read.values) return refuse(read.errors);
      setRefused(NOT_REFUSED);
      mutate(read.values);
    },
  };
}
