/** The last responses about a panelist, kept on the phone: a visit without a connection shows them with their time. */
import type { PageResponse } from '@panel/domain/page';
import type { REGISTRATION } from '@panel/domain/panelists/rules';
import { call, NOT_FOUND, statusOf } from './api.ts';
import { type Dated, deleteByPrefix, draftsOf, keysOf, saveJson } from './storage.ts';

export type Seen = Dated & { readonly body: unknown };

export const seenOf = (did: string) => keysOf('seen', did);
/** Written out here, because otherwise every page would load the registration rules. */
const REGISTRATION_ID: (typeof REGISTRATION)['id'] = 'registration';

/** Of a former panelist (404) nothing is kept. A panelist's sign-up draft is deleted: its response may have been lost. */
export function keepLastSeen(did: string, path: string, { status, body }: PageResponse): void {
  if (status === 200) {
    saveJson(seenOf(did) + path, { at: Date.now(), body } satisfies Seen);
    deleteByPrefix(draftsOf(did, REGISTRATION_ID));
  } else if (status === NOT_FOUND) deleteLastSeen(did);
}

let deletions = 0;

/** Calls for a panelist's data and keeps the response, unless something was deleted in the meantime. */
export async function getPersonal(did: string, path: string): Promise<unknown> {
  const deletionsBefore = deletions;
  try {
    const body = await call<unknown>('GET', path);
    // Without a body something else has answered, such as a gateway.
    if (body && deletionsBefore === deletions) keepLastSeen(did, path, { status: 200, body });
    return body;
  } catch (failure) {
    keepLastSeen(did, path, { status: statusOf(failure) });
    throw failure;
  }
}

export function deleteLastSeen(did: string): void {
  deletions++;
  deleteByPrefix(seenOf(did));
}
