/** Content from earlier visits on an offline page. Only offline pages load this. */
import { minuteInWords } from '@panel/domain/calendar';
import type { PageResponses, PersonalCall } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import { OFFLINE } from '@panel/domain/wording/offline';
import { reloadPage, wasReloaded } from '../routing/page-loads.ts';
import { offlineNotice } from './api.ts';
import { fetchConfig } from './config.ts';
import { type Seen, seenOf } from './last-seen.ts';
import { setPageContent } from './page-content.ts';
import { loadJson } from './storage.ts';

/** The last seen responses of these calls, and the time of the oldest. */
function loadLastSeen(did: string, calls: readonly PersonalCall[]): { responses: PageResponses; at: number | null } {
  const seen = calls.flatMap((name) => {
    const path = api[name](did);
    const saved = loadJson(seenOf(did) + path) as Seen | null;
    return typeof saved?.at === 'number' ? [{ path, ...saved }] : [];
  });
  return {
    responses: Object.fromEntries(seen.map(({ path, body }) => [path, { status: 200, body }])),
    at: seen.length === 0 ? null : Math.min(...seen.map(({ at }) => at)),
  };
}

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
/** While one of these exists the panelist is busy, and a reload would interrupt. The form of a single button has no action. */
const IN_USE = 'form[action],dialog,[aria-busy=true]';
const isShown = (selector: string): boolean => document.querySelector(selector) !== null;

/** Reloads the page once the server answers. It polls, because a phone often doesn't notice a lost connection. */
function reloadWhenConnected(showsLastSeen: boolean): void {
  // Not while another page is loading: the reload would cancel it.
  let isLeaving = false;
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  let delay = wasReloaded() ? MAX_RETRY_MS : FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkLater = () => {
    clearTimeout(timer);
    timer = setTimeout(check, delay);
    delay = Math.min(2 * delay, MAX_RETRY_MS);
  };
  const check = async () => {
    const isConnected = (await fetchConfig()) !== undefined;
    if (isLeaving) return;
    // A form needs the server only for sending.
    if (isConnected && isShown('form[action]') && !showsLastSeen) offlineNotice.set(null);
    else if (!isConnected || isShown(IN_USE)) checkLater();
    else reloadPage();
  };
  window.addEventListener('online', check);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // This page is back from the back-forward cache.
    isLeaving = false;
    checkLater();
  });
  checkLater();
}

/** Shows what was last seen, and reloads the page when there is a connection again. */
export function startOffline(did: string | null, calls: readonly PersonalCall[]): void {
  const { responses, at } = loadLastSeen(did ?? '', did === null ? [] : calls);
  setPageContent({ responses, posted: {} });
  offlineNotice.set(at === null ? OFFLINE.notice : OFFLINE.lastSeen(minuteInWords(new Date(at))));
  reloadWhenConnected(at !== null);
}
