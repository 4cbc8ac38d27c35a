/** The history of a balance: the entries it is made of, and surveys that may still be added. Written by the server, read by the app. */
import type { JsonSchema } from '../questionnaire/schema.ts';
import type { ShownCents } from './amounts.ts';
import { type Cents, fromRandNumber, toRandNumber } from './money.ts';

/** A reward is `withdrawn` once a withdrawal has taken it out of the available balance. */
export const HISTORY_STATES = {
  reward: ['pending', 'available', 'withdrawn', 'reversed'],
  /** A reversed reward, on the day of the reversal. */
  reversal: ['reversed'],
  /** For a survey that the partner screened out late. */
  'thank-you': ['available', 'withdrawn'],
  withdrawal: ['processing', 'paid', 'returned'],
  /** A survey that the panelist returned from as finished, and that the partner hasn't confirmed. */
  finished: ['waiting', 'reported', 'answered'],
  /** A survey that the panelist didn't return from. */
  started: ['unfinished', 'reported', 'answered'],
  /** A survey that ended without a completion. */
  ended: ['did-not-qualify', 'full', 'technical', 'reported', 'answered'],
} as const;
export type HistoryKind = keyof typeof HISTORY_STATES;
export type HistoryState = (typeof HISTORY_STATES)[HistoryKind][number];

export type HistoryEntry<Amount = Cents> = {
  readonly id: string;
  readonly kind: HistoryKind;
  readonly state: HistoryState;
  /** 0 for a survey that has earned nothing yet. */
  readonly amount: Amount;
  readonly at: Date;
  /** While pending: the South African day it becomes available, as yyyy-MM-dd. */
  readonly availableOn?: string | undefined;
  /** Our name of the survey, `Survey 48 213`. Undefined if the partner didn't name the survey. */
  readonly survey?: string | undefined;
  /** The whole minutes that the panelist spent on a survey that ended. */
  readonly minutes?: number | undefined;
  /** While waiting: the reward that the list of surveys showed. */
  readonly shown?: Amount | undefined;
  /** The session to name in a report, if a problem with it can be reported now. */
  readonly session?: string | undefined;
  /** If a problem was reported: the South African day by which it is answered. */
  readonly answerBy?: string | undefined;
  /** Our answer or the partner's reason, verbatim. */
  readonly notes?: readonly HistoryNote[] | undefined;
  /** For a reversal: how much of it had been withdrawn, and how much of that is still owed. */
  readonly debt?: Amount | undefined;
  readonly debtLeft?: Amount | undefined;
};
type HistoryNote = {
  readonly text: string;
  /** The South African day of our answer. The partner's reason has no day. */
  readonly day?: string;
};

/** An entry as it is sent. */
type SentEntry = Omit<HistoryEntry<number>, 'at' | 'availableOn' | 'answerBy' | 'debtLeft'> & {
  readonly date: string;
  readonly available_on?: string | undefined;
  readonly answer_by?: string | undefined;
  readonly debt_left?: number | undefined;
};

const ifKnown = <Amount, Other>(amount: Amount | undefined, convert: (amount: Amount) => Other): Other | undefined =>
  amount === undefined ? undefined : convert(amount);

export const writeHistory = (entries: readonly HistoryEntry[]): { readonly entries: readonly SentEntry[] } => ({
  entries: entries.map(({ amount, at, availableOn, shown, answerBy, debt, debtLeft, ...entry }) => ({
    ...entry,
    amount: toRandNumber(amount),
    date: at.toISOString(),
    available_on: availableOn,
    shown: ifKnown(shown, toRandNumber),
    answer_by: answerBy,
    debt: ifKnown(debt, toRandNumber),
    debt_left: ifKnown(debtLeft, toRandNumber),
  })),
});

/** Null if the body isn't a history. Entries of an unknown kind or state are skipped. */
export function readHistory(body: unknown): HistoryEntry<ShownCents>[] | null {
  const { entries } = Object(body) as { entries?: unknown };
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((sent) => {
    const { amount, date, available_on, shown, answer_by, debt, debt_left, ...entry } = Object(sent) as SentEntry;
    const states: readonly unknown[] = HISTORY_STATES[entry.kind] ?? [];
    const at = new Date(date);
    if (!states.includes(entry.state) || !Number.isFinite(amount) || Number.isNaN(at.getTime())) return [];
    // The optional fields aren't checked: only our own server writes them.
    return {
      ...entry,
      amount: fromRandNumber(amount),
      at,
      availableOn: available_on,
      shown: ifKnown(shown, fromRandNumber),
      answerBy: answer_by,
      debt: ifKnown(debt, fromRandNumber),
      debtLeft: ifKnown(debt_left, fromRandNumber),
    };
  });
}

export const historySchema = (): JsonSchema => ({
  type: 'object',
  required: ['entries'],
  properties: {
    entries: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'kind', 'state', 'amount', 'date'],
        properties: {
          id: { type: 'string' },
          kind: { type: 'string', enum: Object.keys(HISTORY_STATES) },
          state: { type: 'string', enum: [...new Set(Object.values(HISTORY_STATES).flat())] },
          amount: { type: 'number' },
          date: { type: 'string', format: 'date-time' },
          available_on: { type: 'string', format: 'date', description: 'While pending: the day it becomes available.' },
          survey: { type: 'string', description: 'Our name of the survey, if the partner named it.' },
          minutes: { type: 'integer', description: 'Of a survey that ended: the minutes spent on it.' },
          shown: { type: 'number', description: 'While waiting: the reward that the list of surveys showed.' },
          session: { type: 'string', description: 'The session to name in a report, where one can be made now.' },
          answer_by: {
            type: 'string',
            format: 'date',
            description: 'Reported, and answered on this day at the latest.',
          },
          notes: {
            type: 'array',
            description: 'What we or the partner say about it.',
            items: {
              type: 'object',
              required: ['text'],
              properties: { text: { type: 'string' }, day: { type: 'string', format: 'date' } },
            },
          },
          debt: { type: 'number', description: 'Of a reversal: what of it had been withdrawn already.' },
          debt_left: { type: 'number', description: 'What of that is still to be paid off.' },
        },
      },
    },
  },
});
