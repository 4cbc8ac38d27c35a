/**
 * A partner never learns the did, so the address it returns a panelist to doesn't contain it. The query is saved before the
 * panelist leaves and restored on return.
 */
import { SURVEY_RESULT_PATH } from '@panel/domain/partners/outcomes';

const KEY = 'panel.return-query';

export function saveReturnQuery(): void {
  try {
    window.sessionStorage.setItem(KEY, window.location.search);
  } catch {
    // Without storage the panelist returns without a did, and is told to open the panel from Discover.
  }
}

/** The query has the did in it: it goes with the profile. */
export function deleteReturnQuery(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was saved.
  }
}

/** Puts the saved query back into the address of a survey result page. */
export function restoreReturnQuery(): void {
  const { pathname, search } = window.location;
  if (!pathname.startsWith(SURVEY_RESULT_PATH)) return;
  try {
    const saved = window.sessionStorage.getItem(KEY);
    if (saved && search !== saved) window.history.replaceState(window.history.state, '', pathname + saved);
  } catch {
    // As above.
  }
}
