import { inWords, shortDay, southAfricanDate } from '@panel/domain/calendar';
import { api } from '@panel/domain/paths';
import type { ShownCents } from '@panel/domain/rewards/amounts';
import { type HistoryEntry, type HistoryState, readHistory } from '@panel/domain/rewards/history';
import { BALANCE } from '@panel/domain/wording';
import { CallFailed, NO_CONNECTION, NOT_FOUND, statusOf } from '../calls/api.ts';
import { getPersonal } from '../calls/last-seen.ts';
import { type LoadState, loadedWithPage } from '../calls/page-content.ts';
import { useLoad } from '../calls/use-load.ts';

export type Entry = HistoryEntry<ShownCents>;

type List = readonly Entry[] | null;

const fetchHistory = (did: string): Promise<List> =>
  getPersonal(did, api.history(did)).then(
    (body) => {
      if (body === undefined) throw new CallFailed(NO_CONNECTION);
      return readHistory(body);
    },
    (failure: unknown) => {
      if (statusOf(failure) === NOT_FOUND) return null;
      throw failure;
    },
  );

function historyInPage(did: string): LoadState<List> | undefined {
  const state = loadedWithPage<List>(api.history(did), readHistory);
  return statusOf(state?.failure) === NOT_FOUND ? { loading: false, data: null } : state;
}

/** The rewards and withdrawals, newest first, or null if the server has no such list. */
export const useHistory = (did: string) =>
  useLoad(
    () => fetchHistory(did),
    () => historyInPage(did),
  );

/** The South African day of an entry, as yyyy-MM-dd. */
export const dayOf = (entry: Entry): string => southAfricanDate(entry.at);

export function byMonth(entries: readonly Entry[]) {
  const months = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const title = inWords(day.slice(0, 7));
    months.set(title, [...(months.get(title) ?? []), entry]);
  }
  return [...months].map(([title, inMonth]) => ({ title, entries: inMonth }));
}

/** `Survey 48 213 completed`; without the number if the survey isn't known. */
export const titleOf = ({ kind, survey = BALANCE.someSurvey }: Entry): string => BALANCE.kinds[kind](survey);

/** What happened to a survey that ended, and the minutes spent on it. */
export const endText = ({ kind, state, minutes }: Entry): string => {
  if (kind !== 'ended') return '';
  const texts: Readonly<Partial<Record<HistoryState, string>>> = BALANCE.endedTexts;
  return [minutes === undefined ? '' : BALANCE.spent(minutes), texts[state] ?? ''].filter(Boolean).join(' ');
};

export const stateText = ({ state, availableOn }: Entry): string =>
  state === 'pending' && availableOn ? BALANCE.pendingUntil(shortDay(availableOn)) : BALANCE.states[state];
