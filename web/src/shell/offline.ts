/** What an offline page shows of earlier visits. Loaded by offline pages alone. */
import type { Answers } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import { OFFLINE } from '@panel/domain/wording/offline';
import { type Seen, seenOf } from './last-seen.ts';
import { offlineNotice } from './offline-notice.ts';
import { setPageAnswers } from './page-answers.ts';
import { personalCallsAt } from './personal-calls.ts';
import { loadJson } from './storage.ts';

/** Formats a time as '15 November at 14:05'. */
const southAfricanTime = (at: number): string =>
  new Date(at).toLocaleString('en-ZA', {
    timeZone: 'Africa/Johannesburg',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });

/** What was last seen of these paths, as answers, and the time of the oldest of them. */
function loadLastSeen(did: string, paths: readonly string[]): { answers: Answers; at: number | null } {
  const seen = paths.flatMap((path) => {
    const saved = loadJson(seenOf(did) + path) as Seen | null;
    return typeof saved?.at === 'number' ? [{ path, ...saved }] : [];
  });
  return {
    answers: Object.fromEntries(seen.map(({ path, body }) => [path, { status: 200, body }])),
    at: seen.length === 0 ? null : Math.min(...seen.map(({ at }) => at)),
  };
}

/** Shows what was last seen, and loads the page anew when there is a connection again. */
export function startOffline(did: string | null, path: string): void {
  const paths = did === null ? [] : personalCallsAt(path).map((name) => api[name](did));
  const { answers, at } = loadLastSeen(did ?? '', paths);
  setPageAnswers(answers);
  offlineNotice.set(at === null ? OFFLINE.notice : OFFLINE.lastSeen(southAfricanTime(at)));
  // Not while another page is on its way: it would never come.
  let isLeaving = false;
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  window.addEventListener('online', () => isLeaving || window.location.reload());
}
