/** One choice of a list. The code is stored and the label is shown. Payloads have the frozen text or the position. */
type Option<Code extends string = string> = {
  readonly code: Code;
  readonly label: string;
  /** English, whatever the language of the label. It never changes. */
  readonly sent: string;
  /** 'None of the above': clears every other tick, and any other tick clears it. */
  readonly exclusive?: true;
};
export type OptionList<Code extends string = string> = readonly Option<Code>[];

type Worded = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Identifies a person: always stored encrypted, and never used to draw a sample. */
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
        readonly options: OptionList;
      }
    | {
        readonly kind: 'many';
        readonly wire: 'flags' | 'positions';
        readonly options: OptionList;
        /** A box for "none of these". It isn't an option and is never sent. */
        readonly noneOfThese?: string;
      }
    /** A single box, on or off. Off counts as an answer, unless the box is required. */
    | { readonly kind: 'tick'; readonly wire: 'boolean' }
  );

/** One use of a question. */
export type Ask<Q extends Question = Question> = {
  readonly question: Q;
  /** The answer's path in the payload; null if the answer isn't sent. */
  readonly path: string | null;
  /** Whether it must be answered; for a tick, whether it must be on. */
  readonly required: boolean;
  /** The form accepts a date of any age and leaves the age limits to the server. */
  readonly ageCheck?: 'server';
};

/** Questions under one legend, such as five things that a home may have. */
export type Group = { readonly group: string; readonly label: string; readonly asks: readonly Ask[] };
export type Section = { readonly title: string; readonly hint?: string; readonly items: readonly (Ask | Group)[] };

export type Questionnaire = {
  readonly id: string;
  readonly version: number;
  /** The path of the panelist's device id in the payload. */
  readonly didPath: string;
  readonly sections: readonly Section[];
};

export type Answer = string | boolean | readonly string[];
/** By question id. */
export type Answers = { readonly [questionId: string]: Answer | undefined };

/**
 * Each question is worded once; a questionnaire lists which it asks, and where each answer goes in the payload.
 * Assumption: question-wording. The specification names the questions; if it has no sentence for one, the sentence is ours.
 * Questions that are asked together share a file, so that a phone loads only those of its form.
 */
export const question = <const Q extends Question>(q: Q): Q => q;

/**
 * A list from its codes and what is sent, which is also shown unless there are other words for it. Payloads depend on the order: append,
 * never move. Each list says where its wording comes from: the specification, or an assumption that the owner can replace.
 */
export const options = <const Sent extends Readonly<Record<string, string>>>(
  sent: Sent,
  words: Readonly<Record<keyof Sent, string>> = sent,
): OptionList<keyof Sent & string> =>
  Object.entries(sent).map(([code, text]) => ({ code, label: words[code] ?? text, sent: text }));

/** The hint of every tick list. */
export const TICK_ALL = 'Tick all that apply.';

const NONE = 'None of the above';
export const withNoneOfTheAbove = <Code extends string>(list: OptionList<Code>): OptionList<Code | 'none'> => [
  ...list,
  { code: 'none', label: NONE, sent: NONE, exclusive: true },
];

export const required = (q: Question, path: string | null): Ask => ({ question: q, path, required: true });
export const optional = (q: Question, path: string | null): Ask => ({ question: q, path, required: false });

/** The options of a question; none if it has no list. */
export const optionsOf = (question: Question): OptionList => ('options' in question ? question.options : []);

/** Every question of a questionnaire in order, including those in groups. */
export function asksOf(definition: Questionnaire): Ask[] {
  return definition.sections.flatMap((section) =>
    section.items.flatMap((item) => ('asks' in item ? [...item.asks] : [item])),
  );
}

type SentAsk = Ask & { readonly path: string };

/** The questions whose answers are sent and stored. */
export const sentAsksOf = (definition: Questionnaire): SentAsk[] =>
  asksOf(definition).filter((ask): ask is SentAsk => ask.path !== null);
