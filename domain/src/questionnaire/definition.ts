/** One choice of a list. The code is stored, the label is shown, the position and the wording travel. */
type Option<Code extends string = string> = {
  readonly code: Code;
  readonly label: string;
  /** 'None of the above': clears every other tick and is cleared by any. */
  readonly exclusive?: true;
};
export type Options<Code extends string = string> = readonly Option<Code>[];

type Worded = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Says who a person is: encrypted wherever it is stored, never part of a sample. */
  readonly personal?: true;
};

/** A question is asked in many questionnaires but worded once. `wire` is how its answer is written in a payload. */
export type Question = Worded &
  (
    | { readonly kind: 'text'; readonly wire: 'text'; readonly maxLength: number }
    | { readonly kind: 'date'; readonly wire: 'isoDate'; readonly minAge: number; readonly maxAge: number }
    | { readonly kind: 'yesNo'; readonly wire: 'label' | 'boolean' | 'oneTwo' }
    | {
        readonly kind: 'one';
        readonly wire: 'label' | 'lowercase' | 'position';
        readonly shown: 'radio' | 'select';
        readonly options: Options;
      }
    | {
        readonly kind: 'many';
        readonly wire: 'flags' | 'positions';
        readonly options: Options;
        /** A box of the form that answers with nothing ticked. It is no option and is never sent. */
        readonly noneOfThese?: string;
      }
    /** A single box, on or off: never unanswered unless it must be on. */
    | { readonly kind: 'tick'; readonly wire: 'boolean' }
  );

/** One use of a question. */
export type Ask<Q extends Question = Question> = {
  readonly question: Q;
  /** Where the answer stands in the payload; null for what the form holds and doesn't send. */
  readonly path: string | null;
  /** Whether it must be answered; for a tick, whether it must be on. */
  readonly required: boolean;
  /** The form accepts a date of any age and leaves the age limits to the server. */
  readonly ageCheck?: 'server';
};

/** Questions that stand under one legend, such as five things a home has or hasn't. */
export type Group = { readonly group: string; readonly label: string; readonly asks: readonly Ask[] };
export type Section = { readonly title: string; readonly hint?: string; readonly items: readonly (Ask | Group)[] };

export type Questionnaire = {
  readonly id: string;
  readonly version: number;
  /** Where the panelist's device id stands in the payload. */
  readonly didPath: string;
  readonly sections: readonly Section[];
};

type AskIn<D extends Questionnaire> = D['sections'][number]['items'][number] extends infer Item
  ? Item extends { asks: readonly (infer Inner)[] }
    ? Inner
    : Item
  : never;
type CodeOf<Q> = Q extends { options: readonly { code: infer Code }[] } ? Code : never;
type AnswerOf<Q> = Q extends { kind: 'many' }
  ? readonly CodeOf<Q>[]
  : Q extends { kind: 'one' }
    ? CodeOf<Q>
    : Q extends { kind: 'yesNo' | 'tick' }
      ? boolean
      : string;
/** The answers of a questionnaire, by question id. */
export type AnswersOf<D extends Questionnaire> = {
  [A in AskIn<D> as A extends { question: { id: infer Id extends string }; path: string } ? Id : never]: A extends {
    question: infer Q;
  }
    ? AnswerOf<Q>
    : never;
};
/** Any questionnaire's answers, where the code doesn't know which. */
export type Answer = string | boolean | readonly string[];
export type Answers = { readonly [questionId: string]: Answer | undefined };

/**
 * Each question is worded once; a questionnaire only lists which it asks and where each answer travels.
 * Assumption: question-wording. The specification names the questions; where it gives no sentence, these are ours.
 * Questions and option lists that are asked together share a file: a form imports those it asks, so a phone loads no other.
 */
export const question = <const Q extends Question>(q: Q): Q => q;
export const questionnaire = <const D extends Questionnaire>(d: D): D => d;

/**
 * A list from its codes and labels. Their order is data, because answers travel as positions, aligned booleans or labels: append,
 * never move. Each list says where its wording comes from: the specification, or an assumption that the owner can replace.
 */
export const options = <const Labels extends Readonly<Record<string, string>>>(
  labels: Labels,
): Options<keyof Labels & string> => Object.entries(labels).map(([code, label]) => ({ code, label }));

/** The hint of every tick list. */
export const TICK_ALL = 'Tick all that apply.';

export const withNoneOfTheAbove = <Code extends string>(list: Options<Code>): Options<Code | 'none'> => [
  ...list,
  { code: 'none', label: 'None of the above', exclusive: true },
];

export const required = <const Q extends Question, const P extends string | null>(q: Q, path: P) =>
  ({ question: q, path, required: true }) as const;
export const optional = <const Q extends Question, const P extends string | null>(q: Q, path: P) =>
  ({ question: q, path, required: false }) as const;

/** Every question of a questionnaire in the order it is asked, groups opened. */
export function asksOf(definition: Questionnaire): Ask[] {
  return definition.sections.flatMap((section) =>
    section.items.flatMap((item) => ('asks' in item ? [...item.asks] : [item])),
  );
}

type SentAsk = Ask & { readonly path: string };
const sentAsks = new WeakMap<Questionnaire, readonly SentAsk[]>();

/** The questions whose answers are sent and stored. Kept: the server reads them several times for each submission. */
export function sentAsksOf(definition: Questionnaire): readonly SentAsk[] {
  let asks = sentAsks.get(definition);
  if (!asks) {
    asks = asksOf(definition).flatMap((ask) => (ask.path === null ? [] : [{ ...ask, path: ask.path }]));
    sentAsks.set(definition, asks);
  }
  return asks;
}
