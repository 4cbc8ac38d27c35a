import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { didInPath, hrefTo, type Place } from './place.ts';
import { followScroll, keepScroll, restoreScroll } from './scroll.ts';

/** Loads what a path shows before anything moves, and answers the path that is shown in its place. */
type Open = (path: string) => Promise<string>;

let open: Open = async (path) => path;
let opening = false;
let turn = 0;
let shown: Place = { path: '/', search: '', did: null };
const NOWHERE = shown;
const listeners = new Set<() => void>();
const tell = () => [...listeners].forEach((listener) => void listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function address(): Place {
  const { pathname: path, search } = window.location;
  return { path, search, did: didInPath(path) ?? window.history.state?.did ?? null };
}
/** The place on screen: the address, but for the moment in which Back has changed it and its screen is still loading. */
function here(): Place {
  const now = address();
  const moved = now.path !== shown.path || now.search !== shown.search || now.did !== shown.did;
  if (moved && !opening) shown = now;
  return shown;
}
export const useLocation = (): Place => useSyncExternalStore(subscribe, here, () => NOWHERE);
/** Whether the next screen is still on its way. */
export const useOpening = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => opening,
    () => false,
  );

async function show(path: string, arrive: (to: string) => void): Promise<void> {
  const mine = ++turn;
  opening = true;
  tell();
  const to = await open(path);
  if (mine !== turn) return;
  opening = false;
  arrive(to);
  tell();
}

/** Goes to another screen of the app: the query is kept, the page starts at its top. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
  return show(path, (to) => {
    const from = address();
    keepScroll();
    window.history[replace ? 'replaceState' : 'pushState']({ did: from.did }, '', hrefTo(to, from));
    window.scrollTo(0, 0);
  });
}

/** Shows the address the app was opened at, and from then on follows Back and Forward. */
export function startRouter(opener: Open): Promise<void> {
  open = opener;
  const follow = () =>
    show(address().path, (to) => {
      if (to !== address().path) window.history.replaceState(window.history.state, '', hrefTo(to, address()));
      restoreScroll();
    });
  followScroll();
  window.addEventListener('popstate', follow);
  return follow();
}

/** A link within the app: a real address that can be copied and opened anywhere, followed without a page load. */
export function Link({ to, onClick, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(to);
  };
  return <a {...rest} href={hrefTo(to, useLocation())} onClick={follow} />;
}
