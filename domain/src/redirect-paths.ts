/**
 * Whether the server only redirects from a path, to a study or back from a partner. It has no screen.
 * Not in paths.ts: the service worker needs nothing else of it.
 */
export const isRedirect = (path: string): boolean => /^\/(t|partners)\//.test(path);
