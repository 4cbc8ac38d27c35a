import { southAfricanDate } from '@panel/domain/calendar';
import { api } from '@panel/domain/paths';
import { type HistoryEntry, type HistoryState, readHistory } from '@panel/domain/rewards/history';
import { BALANCE, MONTHS } from '@panel/domain/wording';
import { call, statusOf } from '../shell/api.ts';

export type EntryState = HistoryState;
export type Entry = HistoryEntry;
export type Month = { readonly title: string; readonly entries: readonly Entry[] };

const NOT_FOUND = 404;

/** Returns the rewards and withdrawals, newest first, or null where the server has no such list. */
export function fetchHistory(did: string): Promise<readonly Entry[] | null> {
  return call<unknown>('GET', api.history(did)).then(readHistory, (failure: unknown) => {
    if (statusOf(failure) === NOT_FOUND) return null;
    throw failure;
  });
}

const monthOf = (date: string) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** The South African day of an entry, as yyyy-MM-dd. */
export const dayOf = (entry: Entry): string => southAfricanDate(entry.at);
/** Formats a day as '3 Dec'. */
export const shortDay = (date: string): string => `${Number(date.slice(8, 10))} ${monthOf(date).slice(0, 3)}`;

export function byMonth(entries: readonly Entry[]): Month[] {
  const months = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const title = `${monthOf(day)} ${day.slice(0, 4)}`;
    months.set(title, [...(months.get(title) ?? []), entry]);
  }
  return [...months].map(([title, inMonth]) => ({ title, entries: inMonth }));
}

export const stateText = ({ state, availableOn }: Entry): string =>
  state === 'pending' && availableOn ? BALANCE.pendingUntil(shortDay(availableOn)) : BALANCE.states[state];
