/** The answer that lists what the balances are made of: the server writes it, the app reads it, the API document describes it. */
import type { JsonSchema } from '../questionnaire/schema.ts';
import { type Cents, fromRandNumber, toRandNumber } from './money.ts';

/** A reward is `withdrawn` once a withdrawal has taken it out of the available balance. */
export const HISTORY_STATES = {
  reward: ['pending', 'available', 'withdrawn', 'reversed'],
  withdrawal: ['processing', 'paid', 'returned'],
} as const;
export type HistoryKind = keyof typeof HISTORY_STATES;
export type HistoryState = (typeof HISTORY_STATES)[HistoryKind][number];

export type HistoryEntry = {
  readonly id: string;
  readonly kind: HistoryKind;
  readonly state: HistoryState;
  readonly amount: Cents;
  readonly at: Date;
  /** While pending: the South African day it becomes available, as yyyy-MM-dd. */
  readonly availableOn: string | null;
};

export const writeHistory = (entries: readonly HistoryEntry[]): object => ({
  entries: entries.map(({ id, kind, state, amount, at, availableOn }) => ({
    id,
    kind,
    state,
    amount: toRandNumber(amount),
    date: at.toISOString(),
    ...(availableOn !== null && { available_on: availableOn }),
  })),
});

/** Null where the body is no history. An entry of a kind or a state that this app doesn't know is left out. */
export function readHistory(body: unknown): HistoryEntry[] | null {
  const { entries } = Object(body) as { entries?: unknown };
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((entry) => {
    const { id, kind, state, amount, date, available_on } = Object(entry) as Record<string, unknown>;
    const states: readonly unknown[] = HISTORY_STATES[kind as HistoryKind] ?? [];
    const at = new Date(String(date));
    if (!states.includes(state) || !Number.isFinite(amount) || Number.isNaN(at.getTime())) return [];
    const availableOn = typeof available_on === 'string' ? available_on : null;
    const known = { kind: kind as HistoryKind, state: state as HistoryState };
    return [{ id: String(id), ...known, amount: fromRandNumber(Number(amount)), at, availableOn }];
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
          state: { type: 'string', enum: Object.values(HISTORY_STATES).flat() },
          amount: { type: 'number' },
          date: { type: 'string', format: 'date-time' },
          available_on: { type: 'string', format: 'date', description: 'While pending: the day it becomes available.' },
        },
      },
    },
  },
};
