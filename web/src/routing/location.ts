import { DID_PARAMETER, screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';

/** `did` is the device id of the current or an earlier route, which the address itself may not show. */
export type AppLocation = { readonly path: string; readonly search: string; readonly did: string | null };

/** The screens whose path the device id follows. */
export const PATHS_WITH_DID = [
  ...PROFILING_SURVEYS.map(screens.profiling),
  screens.dateOfBirth,
  screens.firstLanguage,
] as const;
export type PathWithDid = (typeof PATHS_WITH_DID)[number];
/** The route of a screen whose path the device id follows. */
export const routeWithDid = (path: PathWithDid): string => `${path}/`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The device id at the end of a path, on the routes that have one. */
export function didInPath(path: string): string | null {
  const [, route, did = '', ...rest] = path.replace(/\/$/, '').split('/');
  return did && !rest.length && PATHS_WITH_DID.some((path) => path === `/${route}`) ? decode(did) : null;
}

const withoutSlash = (path: string): string => path.replace(/(.)\/$/, '$1');
const REPORT_PATH = screens.report('');

/** The session that a report is about. */
export function sessionInPath(path: string): string | null {
  const trimmed = withoutSlash(path);
  return trimmed.startsWith(REPORT_PATH) ? decode(trimmed.slice(REPORT_PATH.length)) : null;
}

export const didInQuery = (search: string): string | null =>
  new URLSearchParams(search).getAll(DID_PARAMETER).find(Boolean) ?? null;

/** The panelist's device id: the route's, else the query's. */
export const didAt = (path: string, search: string): string | null => didInPath(path) ?? didInQuery(search);

/**
 * An in-app address with the current query, byte for byte. Links home and to the sign-up add a did that only a route had. So does the
 * address of a page to be loaded, which can't know it otherwise.
 */
export function hrefTo(to: string, from: AppLocation, addsDid = to === screens.home || to === screens.apply): string {
  if (!addsDid || !from.did || didInQuery(from.search)) return to + from.search;
  return `${to}${from.search}${from.search ? '&' : '?'}${DID_PARAMETER}=${encodeURIComponent(from.did)}`;
}

export function addressBar(): AppLocation {
  const { pathname: path, search } = window.location;
  return { path, search, did: didInPath(path) ?? window.history.state?.did ?? null };
}

/** The route of a path: without the device id or the session at its end, so that it ends in a slash then. */
export function routeOf(path: string): string {
  if (sessionInPath(path) !== null) return REPORT_PATH;
  const trimmed = withoutSlash(path);
  return didInPath(path) === null ? trimmed : trimmed.slice(0, trimmed.lastIndexOf('/') + 1);
}
