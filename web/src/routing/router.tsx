import { store } from '@panel/ui/store';
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { type AppLocation, addressBar, didAt, hrefTo } from './location.ts';
import { hasNewRelease, isOfflinePage } from './page.ts';
import { openPage, reloadPage } from './page-loads.ts';
import { restoreScroll, saveScroll, trackScroll } from './scroll.ts';

/** Loads the screen of a path before the address changes. Returns the path to show: unknown ones are redirected. */
type LoadScreen = (path: string) => Promise<string>;

let loadScreen: LoadScreen = async (path) => path;
let visits = 0;
type VisitedLocation = AppLocation & { readonly visit: number };
/** `visit` changes with every navigation, even to the current address, which shows the screen again. */
const location = store<VisitedLocation>({ path: '/', search: '', did: null, visit: visits });
/** The query that the links of a rendered page have. Null if they have that of their location. */
let renderedQuery: string | null = null;

/** The location of the visible screen: after Back the address changes before the screen is loaded. */
export const useLocation = location.use;
export function useDid(): string | null {
  const { path, search } = useLocation();
  return didAt(path, search);
}
/** The visit whose screen or page is being loaded, or 0. */
export const navigating = store(0);
/** The address of the page that is loaded instead of the next screen. */
let pageOnItsWay = '';
export const isPageOnItsWay = (): boolean => pageOnItsWay !== '';

/** Sets the location that the server renders and a rendered page is hydrated with. */
export function setRenderedLocation(rendered: AppLocation, query: string | null): void {
  renderedQuery = query;
  location.setRendered({ ...rendered, visit: visits });
}

async function show(path: string, setAddress: (to: string) => void): Promise<void> {
  const visit = ++visits;
  pageOnItsWay = '';
  navigating.set(visit);
  const to = await loadScreen(path);
  // A later navigation has begun.
  if (visit !== visits) return;
  setAddress(to);
  syncLocation();
  navigating.set(0);
}

/** A page has its screen's styles. Those of the others may be late or lost. */
const lacksStyles = (): boolean => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet === null;

/** After a new release the app is reloaded. Without a connection the service worker has a page for every screen, which says so. */
const needsPageLoad = (): boolean =>
  hasNewRelease() ||
  lacksStyles() ||
  isOfflinePage() ||
  (!navigator.onLine && navigator.serviceWorker?.controller != null);

/** Shows the screen of the current address. */
export const syncLocation = (): void => location.set({ ...addressBar(), visit: visits });

/** Once: a second tap would cancel the request of the first. */
function loadPage(href: string): void {
  if (href === pageOnItsWay) return;
  pageOnItsWay = href;
  navigating.set(++visits);
  openPage(href);
}

/**
 * Goes to another screen of the app, with the current query, scrolled to the top. A screen that replaces the current one shows its result
 * and loads no page, which would lose the toast and, on a bad connection, the result.
 */
export async function navigate(path: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
  if (!replace && needsPageLoad()) return loadPage(hrefTo(path, addressBar(), true));
  return show(path, (to) => {
    const from = addressBar();
    const href = hrefTo(to, from);
    saveScroll();
    // A link to the current page adds no entry, because Back would then seem to do nothing.
    const isSamePage = href === from.path + from.search;
    window.history[replace || isSamePage ? 'replaceState' : 'pushState']({ did: from.did }, '', href);
    window.scrollTo(0, 0);
  });
}

/** Shows the address that the app was opened at, and then follows Back and Forward. */
export function startRouter(load: LoadScreen): Promise<void> {
  loadScreen = load;
  const showAddress = () =>
    show(addressBar().path, (to) => {
      if (to !== addressBar().path) window.history.replaceState(window.history.state, '', hrefTo(to, addressBar()));
      restoreScroll();
    });
  trackScroll();
  window.addEventListener('popstate', () => {
    const { path, search } = location.get();
    // A link to a place in the page, or Back from there: the screen stays.
    if (!navigating.get() && path + search === window.location.pathname + window.location.search)
      return restoreScroll();
    return needsPageLoad() ? reloadPage() : showAddress();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // This page is back from the back-forward cache.
    pageOnItsWay = '';
    navigating.set(0);
  });
  return showAddress();
}

/** An in-app link. Its address can be copied and opened in another tab; a click loads no page. */
export function Link({ to, onClick, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(to);
  };
  const href = useSyncExternalStore(
    location.subscribe,
    () => hrefTo(to, location.get()),
    () => (renderedQuery === null ? hrefTo(to, location.get()) : to + renderedQuery),
  );
  return <a {...rest} href={href} onClick={follow} />;
}
