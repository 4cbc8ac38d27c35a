/**
 * The answer that lists what the balances are made of, and the surveys that may still become part of them: the server writes
 * it, the app reads it, the API document describes it.
 */
import type { JsonSchema } from '../questionnaire/schema.ts';
import { type Cents, fromRandNumber, toRandNumber } from './money.ts';

/** A reward is `withdrawn` once a withdrawal has taken it out of the available balance. */
export const HISTORY_STATES = {
  reward: ['pending', 'available', 'withdrawn', 'reversed'],
  /** A reward that was taken back, on the day it was. */
  reversal: ['reversed'],
  withdrawal: ['processing', 'paid', 'returned'],
  /** A survey that its panelist came back from as finished, and that the partner has not confirmed. */
  finished: ['waiting', 'reported', 'answered'],
  /** A survey that nobody came back from. */
  started: ['unfinished', 'reported', 'answered'],
} as const;
type HistoryKind = keyof typeof HISTORY_STATES;
export type HistoryState = (typeof HISTORY_STATES)[HistoryKind][number];

export type HistoryEntry = {
  readonly id: string;
  readonly kind: HistoryKind;
  readonly state: HistoryState;
  /** 0 for a survey that has earned nothing yet. */
  readonly amount: Cents;
  readonly at: Date;
  /** While pending: the South African day it becomes available, as yyyy-MM-dd. */
  readonly availableOn: string | null;
  /** The session to name in a report, where a problem with it can be reported now. */
  readonly session?: string | undefined;
  /** Where a problem was reported: the South African day on which it is answered at the latest. */
  readonly answerBy?: string | undefined;
  /** What we or the partner say about it, word for word. */
  readonly notes?: readonly HistoryNote[] | undefined;
  /** Of a reversal: what of it had been withdrawn, and what of that is still to be paid off. */
  readonly debt?: Cents | undefined;
  readonly debtLeft?: Cents | undefined;
};
type HistoryNote = {
  readonly text: string;
  /** The South African day of our answer; the partner's reason has none. */
  readonly day?: string;
};

export const writeHistory = (entries: readonly HistoryEntry[]): object => ({
  entries: entries.map(({ id, kind, state, amount, at, availableOn, session, answerBy, notes, debt, debtLeft }) => ({
    id,
    kind,
    state,
    amount: toRandNumber(amount),
    date: at.toISOString(),
    ...(availableOn !== null && { available_on: availableOn }),
    ...(session !== undefined && { session }),
    ...(answerBy !== undefined && { answer_by: answerBy }),
    ...(notes && { notes }),
    ...(debt !== undefined && { debt: toRandNumber(debt) }),
    ...(debtLeft !== undefined && { debt_left: toRandNumber(debtLeft) }),
  })),
});

/** Null where the body is no history. An entry of a kind or a state that this app doesn't know is left out. */
export function readHistory(body: unknown): HistoryEntry[] | null {
  const { entries } = Object(body) as { entries?: unknown };
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((entry) => {
    const { id, kind, state, amount, date, available_on, session, answer_by, notes, debt, debt_left } = Object(
      entry,
    ) as Record<string, unknown>;
    const states: readonly unknown[] = HISTORY_STATES[kind as HistoryKind] ?? [];
    const at = new Date(String(date));
    if (!states.includes(state) || !Number.isFinite(amount) || Number.isNaN(at.getTime())) return [];
    const availableOn = typeof available_on === 'string' ? available_on : null;
    const known = { kind: kind as HistoryKind, state: state as HistoryState };
    // The optional fields are as our own server writes them.
    return [
      {
        id: String(id),
        ...known,
        amount: fromRandNumber(Number(amount)),
        at,
        availableOn,
        session: session as HistoryEntry['session'],
        answerBy: answer_by as HistoryEntry['answerBy'],
        notes: notes as HistoryEntry['notes'],
        debt: debt ? fromRandNumber(Number(debt)) : undefined,
        debtLeft: debt ? fromRandNumber(Number(debt_left)) : undefined,
      },
    ];
  });
}

export const HISTORY_SCHEMA: JsonSchema = {
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
};
