/*
 * What was filled in, kept on the device until it is sent: a reload, a dead line or a wrong tap costs nobody an answer.
 * One draft for each panelist and version of a questionnaire. A device that keeps nothing (private mode, a full
 * storage) loses the draft, never the form.
 */
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { Typed } from './typed.ts';

type Kept = Pick<Questionnaire, 'id' | 'version'>;

const draftsOf = (did: string) => `draft:${encodeURIComponent(did)}:`;
const versionsOf = (did: string, { id }: Kept) => `${draftsOf(did)}${id}:`;
const keyOf = (did: string, draft: Kept) => `${versionsOf(did, draft)}${draft.version}`;

/** Storage may be missing, forbidden or full, and says so by throwing. */
function attempt<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

/** What was kept, or null where nothing was. */
export function readDraft(did: string, questionnaire: Kept): Typed | null {
  const kept: unknown = attempt((storage) => JSON.parse(storage.getItem(keyOf(did, questionnaire)) ?? 'null'));
  if (typeof kept !== 'object' || kept === null) return null;
  const typed: Record<string, readonly string[]> = {};
  for (const [id, values] of Object.entries(kept))
    if (Array.isArray(values)) typed[id] = values.filter((value) => typeof value === 'string');
  return typed;
}

export function keepDraft(did: string, questionnaire: Kept, typed: Typed): void {
  attempt((storage) => storage.setItem(keyOf(did, questionnaire), JSON.stringify(typed)));
}

/** After a questionnaire was sent, its older versions' drafts included. */
export const eraseDraft = (did: string, questionnaire: Kept): void => erase(versionsOf(did, questionnaire));

/** After the profile was deleted: everything of this panelist. */
export const eraseDrafts = (did: string): void => erase(draftsOf(did));

function erase(prefix: string): void {
  attempt((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
