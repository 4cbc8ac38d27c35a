/**
 * The way back from a partner's survey. A partner never learns the did, so the address it sends a person back to doesn't
 * have it: the browser that left keeps its own query until it returns.
 */
const KEY = 'panel.way-back';

export function keepWayBack(): void {
  try {
    window.sessionStorage.setItem(KEY, window.location.search);
  } catch {
    // A browser without storage comes back as a stranger, and is told to open the panel from Discover.
  }
}

/** Puts the kept query back into the address, where a person has just come back without one. */
export function takeWayBack(): void {
  const { pathname, search } = window.location;
  if (!pathname.startsWith('/survey-result/')) return;
  try {
    const kept = window.sessionStorage.getItem(KEY);
    if (kept && search !== kept) window.history.replaceState(window.history.state, '', pathname + kept);
  } catch {
    // As above.
  }
}
