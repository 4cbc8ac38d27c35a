import { maskIds } from '@panel/domain/masking';
import type { AppConfig } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import { didInPath, didInQuery } from '../routing/location.ts';

/** Per page load: after a few, further errors add nothing. */
const MAX_REPORTS = 5;
const MAX_LENGTH = 2000;

let sent = 0;

/** Removes what may identify a panelist: the did of the page, and whatever may be another one or a number. */
function scrub(text: string): string {
  const { pathname, search } = window.location;
  const dids = [didInPath(pathname), didInQuery(search)].filter((did): did is string => did !== null);
  return maskIds(dids.reduce((rest, did) => rest.split(did).join('{did}'), text)).slice(0, MAX_LENGTH);
}

/** Sends an error to our own server, without anything that identifies the panelist. */
export function sendErrorReport(
  error: unknown,
  { environment, release }: Pick<AppConfig, 'environment' | 'release'>,
): void {
  if (sent >= MAX_REPORTS || !navigator.sendBeacon) return;
  sent++;
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const path = scrub(window.location.pathname);
  const payload = { environment, release, name, message: scrub(message), stack: scrub(stack), path };
  try {
    navigator.sendBeacon(api.telemetry, new Blob([JSON.stringify(payload)], { type: 'application/json' }));
  } catch {
    // Some browsers refuse JSON in a beacon. A report that can't be sent must not cause another error.
  }
}
