/** How far down a page is read is kept in its entry of the history, so that Back, Forward and a reload find it again. */

const REST_MS = 200;
/** How long a page that comes back may take to grow as long as it was. */
const GROW_MS = 10_000;
/** What a panelist does who goes on by themselves. */
const OWN_WAY = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let resting: ReturnType<typeof setTimeout> | undefined;
/** The page that is still growing. Where it stands meanwhile is not where it was read. */
let growing: object | null = null;

export function keepScroll(): void {
  clearTimeout(resting);
  if (!growing) window.history.replaceState({ ...window.history.state, y: window.scrollY }, '');
  growing = null;
}

export function followScroll(): void {
  window.history.scrollRestoration = 'manual';
  const rest = () => {
    clearTimeout(resting);
    if (!growing) resting = setTimeout(keepScroll, REST_MS);
  };
  const letGo = () => {
    growing = null;
  };
  window.addEventListener('scroll', rest, { passive: true });
  for (const own of OWN_WAY) window.addEventListener(own, letGo, { passive: true });
}

export function restoreScroll(): void {
  clearTimeout(resting);
  const y: number = window.history.state?.y ?? 0;
  const until = Date.now() + GROW_MS;
  const page = {};
  growing = page;
  const attempt = () => {
    if (growing !== page) return;
    window.scrollTo(0, y);
    if (window.scrollY + 1 < y && Date.now() < until) requestAnimationFrame(attempt);
    else growing = null;
  };
  requestAnimationFrame(attempt);
}
