/** Local storage that never throws: without it (private mode, no space left) the app works, and keeps nothing. */

/** Returns null if storage is missing, forbidden or full, which browsers report by throwing. */
function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

export const loadJson = (key: string): unknown =>
  tryStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown);

export function saveJson(key: string, value: unknown): void {
  tryStorage((storage) => storage.setItem(key, JSON.stringify(value)));
}

function deleteWhere(isDeleted: (key: string) => boolean): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (isDeleted(key)) storage.removeItem(key);
  });
}

export const deleteByPrefix = (prefix: string, kept?: string): void =>
  deleteWhere((key) => key.startsWith(prefix) && !(kept && key.startsWith(kept)));

/** The key prefixes of what is kept about a panelist: last seen responses and unsent answers. */
export const keysOf = (kind: 'seen' | 'draft', did: string): string => `${kind}:${encodeURIComponent(did)}:`;

/** The key prefix of a questionnaire's drafts, of any version. */
export const draftsOf = (did: string, questionnaireId: string): string => `${keysOf('draft', did)}${questionnaireId}:`;

/** `at` is when it was saved. */
export type Dated = { readonly at: number };

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes drafts and last seen responses after 30 days, because the phone may have another user by then. */
export const deleteExpired = (): void =>
  deleteWhere((key) => {
    const age = Date.now() - Number((loadJson(key) as Partial<Dated> | null)?.at);
    // A clock that was set back must not keep them forever.
    return /^(draft|seen):/.test(key) && !(Math.abs(age) < MAX_AGE_MS);
  });
