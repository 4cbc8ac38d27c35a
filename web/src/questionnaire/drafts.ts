/*
 * Unsent answers in local storage, so that a reload or a lost connection loses nothing. There is one draft for each
 * panelist and version of a questionnaire. Without storage (private mode, no space left) the form works, without a draft.
 */
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { FieldValues } from './field-values.ts';

type DraftOf = Pick<Questionnaire, 'id' | 'version'>;

const draftsOf = (did: string) => `draft:${encodeURIComponent(did)}:`;
const versionsOf = (did: string, { id }: DraftOf) => `${draftsOf(did)}${id}:`;
const keyOf = (did: string, questionnaire: DraftOf) => `${versionsOf(did, questionnaire)}${questionnaire.version}`;

/** Returns null where storage is missing, forbidden or full, which browsers report by throwing. */
function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null;
  }
}

/** Returns null where there is no draft. */
export function loadDraft(did: string, questionnaire: DraftOf): FieldValues | null {
  const saved: unknown = tryStorage((storage) => JSON.parse(storage.getItem(keyOf(did, questionnaire)) ?? 'null'));
  if (typeof saved !== 'object' || saved === null) return null;
  const values: Record<string, readonly string[]> = {};
  for (const [id, entry] of Object.entries(saved))
    if (Array.isArray(entry)) values[id] = entry.filter((value) => typeof value === 'string');
  return values;
}

export function saveDraft(did: string, questionnaire: DraftOf, values: FieldValues): void {
  tryStorage((storage) => storage.setItem(keyOf(did, questionnaire), JSON.stringify(values)));
}

/** Also deletes the drafts of older versions. */
export const deleteDraft = (did: string, questionnaire: DraftOf): void =>
  deleteByPrefix(versionsOf(did, questionnaire));

/** Deletes every draft of a panelist. */
export const deleteDrafts = (did: string): void => deleteByPrefix(draftsOf(did));

function deleteByPrefix(prefix: string): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
