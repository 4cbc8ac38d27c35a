/** The last answers about a panelist, kept on the phone: a visit without a connection shows them, and says from when they are. */
import { call } from './api.ts';
import { deleteByPrefix, saveJson } from './storage.ts';

export type Seen = { readonly at: number; readonly body: unknown };

export const seenOf = (did: string) => `seen:${encodeURIComponent(did)}:`;

export const saveLastSeen = (did: string, path: string, body: unknown): void =>
  saveJson(seenOf(did) + path, { at: Date.now(), body } satisfies Seen);

/** Calls for something about a panelist and keeps the answer. */
export async function getPersonal(did: string, path: string): Promise<unknown> {
  const body = await call<unknown>('GET', path);
  saveLastSeen(did, path, body);
  return body;
}

export const deleteLastSeen = (did: string): void => deleteByPrefix(seenOf(did));
