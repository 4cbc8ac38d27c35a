/** What an operation is: data from which its form, its route, its command and its permissions are derived. */
import { isRealDate, southAfricanMinute } from '../calendar.ts';
import { comparableText } from '../comparable-text.ts';
import type { AnswerTemplate } from '../disputes/templates.ts';
import type { Role } from './pages.ts';

type InputBase = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: true;
  /** Asked only if another input has this value. */
  readonly when?: { readonly input: string; readonly is: string };
  /** Asked only after the server has refused the operation without it. */
  readonly isAskedOnRefusal?: true;
};
/** A regular expression that the whole text must match, and what to say if it doesn't. `asRead`: invisible and look-alike characters don't count. */
type Pattern = { readonly source: string; readonly fault: string; readonly asRead?: true };
type TextInput = InputBase & {
  /** A secret is never shown again, is stored encrypted, and is not part of a command line. */
  readonly kind: 'text' | 'long-text' | 'secret';
  readonly maxLength: number;
  readonly pattern?: Pattern | readonly Pattern[];
  /** Texts to start from. */
  readonly templates?: readonly AnswerTemplate[];
};
type ChoiceInput = InputBase & {
  readonly kind: 'choice';
  readonly options: readonly { readonly code: string; readonly label: string }[];
};
type OtherInput = InputBase & {
  /**
   * `did`: what the panelist gave. `panelist`: the card that is open, or the did on a command line. `file`: the text of a file, whose name a command is given.
   * `sample`: the filters of the sample page as a query. `time`: a minute in South African time, 2026-11-16T09:00.
   */
  readonly kind: 'did' | 'panelist' | 'file' | 'sample' | 'time';
};
export type Input = TextInput | ChoiceInput | OtherInput;

export type Operation = OperationBase & (DoneByOne | DoneByTwo);
type DoneByOne = { readonly approvers: null };
export type DoneByTwo = {
  /** Who may approve it. */
  readonly approvers: readonly Role[];
  /** What it decides: `{name}` is replaced by that input. Two open proposals can't have the same key. */
  readonly proposalKey: string;
};

type OperationBase = {
  /** Part of the address, `POST /api/console/operations/{name}`, and of the command, `operate {name}`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly button: string;
  /** Who may do it, or propose it if it needs approval. */
  readonly roles: readonly [Role, ...Role[]];
  /** The inputs that the audit keeps and shows: never one that is secret or about a person. */
  readonly audited?: readonly string[];
  /** It only shows something; the audit tells such entries from changes. */
  readonly isReadOnly?: true;
  /** Its subject in the audit is a panelist, though no input names one. */
  readonly isAboutPanelist?: true;
  /** Its buttons are red. */
  readonly isIrreversible?: true;
  /** Its result is a file. */
  readonly returnsFile?: true;
  readonly inputs: readonly Input[];
};

/** An operation as it is written down. Its key is its name. One person is enough without `approvers`. */
export type OperationDefinition = Omit<OperationBase, 'name'> & (DoneByTwo | { readonly approvers?: never });

export const PROPOSAL_HOURS = 24;
/** The oldest sign-in that may approve. */
export const FRESH_SIGN_IN_SECONDS = 300;

export type InputValues = Readonly<Record<string, string>>;
export type InputError = { readonly field: string; readonly message: string };

/** The values of an operation's inputs, trimmed, or everything wrong with them. An input that isn't asked for is left out. */
export function readInputs(
  { inputs }: Pick<Operation, 'inputs'>,
  given: Readonly<Record<string, unknown>>,
): { readonly values: InputValues } | { readonly errors: readonly InputError[] } {
  const values: Record<string, string> = {};
  const errors: InputError[] = [];
  for (const input of inputs) {
    if (input.when && values[input.when.input] !== input.when.is) continue;
    const value = given[input.name] ?? '';
    const text = typeof value === 'string' ? value.trim() : '';
    const message = typeof value === 'string' ? faultOf(input, text) : 'Enter text.';
    if (message) errors.push({ field: input.name, message });
    else if (text !== '') values[input.name] = text;
  }
  for (const field of Object.keys(given))
    if (!inputs.some(({ name }) => name === field)) errors.push({ field, message: 'Unknown field.' });
  return errors.length > 0 ? { errors } : { values };
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** A partner's statement of a month has about 55 characters for each of 50,000 rows and more. */
export const MAX_FILE_LENGTH = 20_000_000;
/** For inputs without their own limit. */
const MAX_LENGTH = 50_000;

/** A zero byte and half of a character can't be stored in the database. */
export const UNSTORABLE = /[\0\p{Cs}]/gu;

function faultOf(input: Input, text: string): string | null {
  if (text === '') return input.isOptional ? null : 'Required.';
  // The file's own parser names the line.
  if (input.kind !== 'file' && text.search(UNSTORABLE) !== -1) return 'Remove the character that can’t be stored.';
  if (input.kind === 'choice')
    return input.options.some(({ code }) => code === text)
      ? null
      : `Choose one of ${input.options.map(({ code }) => code).join(', ')}.`;
  if (input.kind === 'time')
    return TIME.test(text) && isRealDate(text.slice(0, 10)) && !Number.isNaN(southAfricanMinute(text).getTime())
      ? null
      : 'Enter a day and a time, such as 2026-11-16T09:00.';
  if (!('maxLength' in input))
    return text.length > (input.kind === 'file' ? MAX_FILE_LENGTH : MAX_LENGTH) ? 'Too long.' : null;
  if (text.length > input.maxLength) return `Use ${input.maxLength} characters or fewer.`;
  const isMet = ({ source, asRead }: Pattern) =>
    new RegExp(`^(?:${source})$`, 'u').test(asRead ? comparableText(text) : text);
  return [input.pattern ?? []].flat().find((pattern) => !isMet(pattern))?.fault ?? null;
}

/** The label of an option that was chosen for an input, or the value of any other input. */
export function labelOfChoice({ inputs }: Pick<Operation, 'inputs'>, name: string, value: string): string {
  const input = inputs.find((one) => one.name === name);
  return (input?.kind === 'choice' && input.options.find(({ code }) => code === value)?.label) || value;
}

/** Replaces each `{name}` by that value. */
export const filledIn = (template: string, values: InputValues): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** The inputs that the audit keeps. */
export const auditedInputs = ({ audited = [] }: Operation, values: InputValues): InputValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => audited.includes(name)));
export const proposalKeyOf = ({ proposalKey }: DoneByTwo, values: InputValues): string => filledIn(proposalKey, values);
