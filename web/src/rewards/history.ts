import { southAfricanDate } from '@panel/domain/calendar';
import { api } from '@panel/domain/paths';
import { type HistoryEntry, type HistoryState, readHistory } from '@panel/domain/rewards/history';
import { BALANCE, MONTHS } from '@panel/domain/wording';
import { call, statusOf } from '../shell/api.ts';

export type EntryState = HistoryState;
/** A reward or a withdrawal, as the panelist's balances are made of them. */
export type Entry = HistoryEntry;
export type Month = { readonly title: string; readonly entries: readonly Entry[] };

/** The answer of a server that keeps no list. */
const NO_LIST = 404;

/** What the balances are made of, newest first; null where the server keeps no list. */
export function fetchHistory(did: string): Promise<readonly Entry[] | null | 'lost'> {
  return call<unknown>('GET', api.history(did)).then(readHistory, (failure) =>
    statusOf(failure) === NO_LIST ? null : 'lost',
  );
}

const monthOf = (date: string) => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
/** The South African day it happened on, as yyyy-MM-dd. */
export const dayOf = (entry: Entry): string => southAfricanDate(entry.at);
/** 3 Dec */
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
