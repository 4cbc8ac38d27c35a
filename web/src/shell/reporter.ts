import { api, DID_PARAMETER } from '@panel/domain/paths';
import type { Config } from './config.tsx';
import { didInPath, didInQuery } from './place.ts';

/** More than a few errors of one visit say nothing new. */
const MOST = 5;
const LONGEST = 2000;

let sent = 0;

/** Takes out whatever may point to a person: the query of every address, the did, and anything as long as one. */
function scrub(text: string): string {
  const { pathname, search } = window.location;
  const dids = [didInPath(pathname), didInQuery(search)].filter((did): did is string => did !== null);
  return dids
    .reduce((rest, did) => rest.split(did).join('{did}'), text)
    .replace(/\?[^\s)'"]*/g, '')
    .replace(new RegExp(`${DID_PARAMETER}=\\S*`, 'g'), '')
    .replace(/\d{6,}/g, '{number}')
    .slice(0, LONGEST);
}

/** Sends one error to our own server, without saying whose browser it was. */
export function send(error: unknown, { environment, release }: Pick<Config, 'environment' | 'release'>): void {
  if (sent >= MOST || !navigator.sendBeacon) return;
  sent++;
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const path = scrub(window.location.pathname);
  const told = { environment, release, name, message: scrub(message), stack: scrub(stack), path };
  try {
    navigator.sendBeacon(api.telemetry, new Blob([JSON.stringify(told)], { type: 'application/json' }));
  } catch {
    // A browser that won't send JSON this way sends nothing: an error report is never worth another error.
  }
}
