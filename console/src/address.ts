/** The address holds the page, its filters and the open tables, so an operator can send a view to a colleague. */
import { store } from '@panel/ui/store';
import { useMemo } from 'react';

const current = store(window.location.pathname + window.location.search);
const readAddress = () => current.set(window.location.pathname + window.location.search);

/** How far each history entry was scrolled is kept with it. The browser can't restore it: the page is short until its data is there. */
window.history.scrollRestoration = 'manual';
const readScroll = (): number | null => window.history.state?.scroll ?? null;
const keepScroll = () => window.history.replaceState({ scroll: window.scrollY }, '');
let scrollToRestore = readScroll();
window.addEventListener('pagehide', keepScroll);
window.addEventListener('popstate', () => {
  scrollToRestore = readScroll();
  readAddress();
});

/** Once what was scrolled is in the page again. */
export function restoreScroll(): void {
  if (scrollToRestore !== null) window.scrollTo(0, scrollToRestore);
  scrollToRestore = null;
}

export type Address = { readonly path: string; readonly query: URLSearchParams };

export function useAddress(): Address {
  const href = current.use();
  return useMemo(() => {
    const { pathname, searchParams } = new URL(href, window.location.origin);
    return { path: pathname, query: searchParams };
  }, [href]);
}

/** Adds a history entry, so Back undoes it, unless the address is open already: Back would seem to do nothing. */
export function navigate(to: string): void {
  const { pathname, hash, href } = new URL(to, window.location.origin);
  const isOtherPage = pathname !== window.location.pathname;
  keepScroll();
  scrollToRestore = null;
  if (href !== window.location.href) window.history.pushState(null, '', href);
  readAddress();
  if (isOtherPage) window.scrollTo(0, 0);
  else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}

type Values = string | readonly string[] | null;

/** The address with other query values; null removes one. A new filter starts at the first page of a list. */
export function withQuery({ path, query }: Address, changes: Readonly<Record<string, Values>>): string {
  const changed = new URLSearchParams(query);
  // A failed sign-in doesn’t belong in a link.
  changed.delete('sign-in');
  if (!('cursor' in changes)) changed.delete('cursor');
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name);
    for (const each of [value ?? []].flat()) changed.append(name, each);
  }
  const text = changed.toString();
  return text ? `${path}?${text}` : path;
}
