import { store } from '@panel/ui/store';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { didInPath, hrefTo, type Place } from './place.ts';
import { followScroll, keepScroll, restoreScroll } from './scroll.ts';

/** Loads what a path shows before anything moves, and answers the path that is shown in its place. */
type Open = (path: string) => Promise<string>;

let open: Open = async (path) => path;
let turn = 0;
/** Each visit shows its screen afresh, also one to where the panelist is already. */
const place = store<Place & { readonly visit: number }>({ path: '/', search: '', did: null, visit: turn });

/** The place on screen: the address, but for the moment in which Back has changed it and its screen is still loading. */
export const useLocation = place.use;
/** Whether the next screen is still on its way. */
export const opening = store(false);

function address(): Place {
  const { pathname: path, search } = window.location;
  return { path, search, did: didInPath(path) ?? window.history.state?.did ?? null };
}

async function show(path: string, arrive: (to: string) => void): Promise<void> {
  const mine = ++turn;
  opening.set(true);
  const to = await open(path);
  if (mine !== turn) return;
  arrive(to);
  takePlace();
  opening.set(false);
}

/** What is at the address is on screen now. */
export const takePlace = (): void => place.set({ ...address(), visit: turn });

/** Goes to another screen of the app: the query is kept, the page starts at its top. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
  return show(path, (to) => {
    const from = address();
    const href = hrefTo(to, from);
    keepScroll();
    // Back leads to another page, never to the one it is pressed on.
    const isHere = href === from.path + from.search;
    window.history[replace || isHere ? 'replaceState' : 'pushState']({ did: from.did }, '', href);
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
