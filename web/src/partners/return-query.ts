/** Partners never learn the did, so their return address lacks it. The query is saved on leaving and restored on return. */
import { SURVEY_RESULT_PATH } from '@panel/domain/partners/outcomes';

const KEY = 'panel.return-query';

export function saveReturnQuery(): void {
  try {
    window.sessionStorage.setItem(KEY, window.location.search);
  } catch {
    // Without storage the panelist returns without a did, and is asked to open the panel from Discover.
  }
}

/** The query contains the did, so it is deleted with the profile. */
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
