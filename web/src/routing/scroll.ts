/** Saves the scroll position of a page in its history entry, so that Back, Forward and a reload restore it. */

const SAVE_DELAY_MS = 200;
/** How long a page may take to reach its earlier length. */
const RESTORE_TIMEOUT_MS = 10_000;
/** Input of the panelist that ends a restore. */
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let saveTimer: ReturnType<typeof setTimeout> | undefined;
/** Identifies the restore in progress. Positions during a restore are not the panelist's and are not saved. */
let restoring: object | null = null;

export function saveScroll(): void {
  clearTimeout(saveTimer);
  if (!restoring) window.history.replaceState({ ...window.history.state, y: window.scrollY }, '');
  restoring = null;
}

export function trackScroll(): void {
  window.history.scrollRestoration = 'manual';
  const saveSoon = () => {
    clearTimeout(saveTimer);
    if (!restoring) saveTimer = setTimeout(saveScroll, SAVE_DELAY_MS);
  };
  const endRestore = () => {
    restoring = null;
  };
  window.addEventListener('scroll', saveSoon);
  // Until its screen is loaded, the entry is the next page's but the position is still the previous page's.
  window.addEventListener('popstate', () => {
    clearTimeout(saveTimer);
    restoring = {};
  });
  for (const event of INPUT_EVENTS) window.addEventListener(event, endRestore);
}

export function restoreScroll(): void {
  clearTimeout(saveTimer);
  restoring = null;
  const { state } = window.history;
  // A newly opened page, or place in it, has no position, and the panelist may have scrolled it before the script loaded.
  if (!state) return;
  const y: number = state.y ?? 0;
  const until = Date.now() + RESTORE_TIMEOUT_MS;
  const current = {};
  restoring = current;
  const attempt = () => {
    if (restoring !== current) return;
    window.scrollTo(0, y);
    if (window.scrollY + 1 < y && Date.now() < until) requestAnimationFrame(attempt);
    else restoring = null;
  };
  requestAnimationFrame(attempt);
}
