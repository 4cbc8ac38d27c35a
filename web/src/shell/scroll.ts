/** How far down a page is read is kept in its entry of the history, so that Back, Forward and a reload find it again. */

const REST_MS = 200;
/** How long a page that comes back may take to grow as long as it was. */
const GROW_MS = 1500;

let resting: ReturnType<typeof setTimeout> | undefined;

export function keepScroll(): void {
  clearTimeout(resting);
  window.history.replaceState({ ...window.history.state, y: window.scrollY }, '');
}

export function followScroll(): void {
  window.history.scrollRestoration = 'manual';
  const rest = () => {
    clearTimeout(resting);
    resting = setTimeout(keepScroll, REST_MS);
  };
  window.addEventListener('scroll', rest, { passive: true });
}

export function restoreScroll(): void {
  clearTimeout(resting);
  const y: number = window.history.state?.y ?? 0;
  const entry = window.location.href;
  const until = Date.now() + GROW_MS;
  const attempt = () => {
    window.scrollTo(0, y);
    const isShort = window.scrollY + 1 < y;
    if (isShort && Date.now() < until && window.location.href === entry) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
