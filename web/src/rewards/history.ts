import { southAfricanDate } from '@panel/domain/calendar';
import { api } from '@panel/domain/paths';
import { type Cents, fromRandNumber } from '@panel/domain/rewards/money';
import { BALANCE, MONTHS } from '@panel/domain/wording';
import { call, statusOf } from '../shell/api.ts';

export type EntryState = keyof typeof BALANCE.states;
export type Entry = {
  readonly id: string;
  readonly kind: keyof typeof BALANCE.kinds;
  readonly state: EntryState;
  readonly amount: Cents;
  /** South African days, as yyyy-MM-dd. */
  readonly date: string;
  readonly availableOn: string | null;
};
export type Month = { readonly title: string; readonly entries: readonly Entry[] };

type EntryJson = {
  readonly id: string | number;
  readonly kind: Entry['kind'];
  readonly state: EntryState;
  readonly amount: number;
  readonly date: string;
  readonly available_on?: string | null;
};

const parse = ({ id, kind, state, amount, date, available_on }: EntryJson): Entry => ({
  id: String(id),
  kind,
  state,
  amount: fromRandNumber(amount),
  date: southAfricanDate(new Date(date)),
  availableOn: available_on ?? null,
});

const NOT_FOUND = 404;

/** Returns the rewards and withdrawals, newest first, or null where the server has no such list. */
export function fetchHistory(did: string): Promise<readonly Entry[] | null> {
  return call<{ entries?: readonly EntryJson[] } | null | undefined>('GET', api.history(did)).then(
    (answer) => answer?.entries?.map(parse) ?? null,
    (failure: unknown) => {
      if (statusOf(failure) === NOT_FOUND) return null;
      throw failure;
    },
  );
}

const monthOf = (date: string) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** Formats a day as '3 Dec'. */
export const shortDay = (date: string): string => `${Number(date.slice(8, 10))} ${monthOf(date).slice(0, 3)}`;

export function byMonth(entries: readonly Entry[]): Month[] {
  const months = new Map<string, Entry[]>();
  for (const entry of entries) {
    const title = `${monthOf(entry.date)} ${entry.date.slice(0, 4)}`;
    months.set(title, [...(months.get(title) ?? []), entry]);
  }
  return [...months].map(([title, inMonth]) => ({ title, entries: inMonth }));
}

export const stateText = ({ state, availableOn }: Entry): string =>
  state === 'pending' && availableOn ? BALANCE.pendingUntil(shortDay(availableOn)) : BALANCE.states[state];
