import { DID_PARAMETER, screens } from '@panel/domain/paths';
import { SURVEYS } from '@panel/domain/profiling/schedule';

/** Where the panelist is. `did` is one that a route carried, here or before: the address alone may not show it. */
export type Place = { readonly path: string; readonly search: string; readonly did: string | null };

const DID_ROUTES = [...SURVEYS.map(screens.profiling), screens.dateOfBirth, screens.firstLanguage];

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The device id that a path ends in, on the routes that carry one. */
export function didInPath(path: string): string | null {
  const [, route, did = '', ...rest] = path.replace(/\/$/, '').split('/');
  return did !== '' && rest.length === 0 && DID_ROUTES.includes(`/${route}`) ? decoded(did) : null;
}

export const didInQuery = (search: string): string | null =>
  new URLSearchParams(search).getAll(DID_PARAMETER).find((did) => did !== '') ?? null;

/** An in-app address: the query travels along byte for byte, and a did that only a route carried goes home in it. */
export function hrefTo(to: string, from: Place): string {
  if (to !== screens.home || !from.did || didInQuery(from.search)) return to + from.search;
  return `${to}${from.search}${from.search ? '&' : '?'}${DID_PARAMETER}=${encodeURIComponent(from.did)}`;
}
