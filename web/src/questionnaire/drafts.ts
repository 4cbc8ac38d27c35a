/* Unsent answers in local storage, so that a reload or a lost connection loses nothing. One draft per panelist and version. */
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import type { FieldValues } from '@panel/domain/questionnaire/fields';
import { type Dated, deleteByPrefix, draftsOf, keysOf, loadJson, saveJson } from '../calls/storage.ts';

type DraftOf = Pick<Questionnaire, 'id' | 'version'>;
type Draft = Dated & { readonly values: FieldValues };

const keyOf = (did: string, { id, version }: DraftOf) => draftsOf(did, id) + version;

/** Returns null without a draft. */
export function loadDraft(did: string, questionnaire: DraftOf): FieldValues | null {
  const saved = (loadJson(keyOf(did, questionnaire)) as Partial<Draft> | null)?.values;
  if (typeof saved !== 'object' || saved === null) return null;
  const values: Record<string, readonly string[]> = {};
  for (const [id, entry] of Object.entries(saved))
    if (Array.isArray(entry)) values[id] = entry.filter((value) => typeof value === 'string');
  return values;
}

export function saveDraft(did: string, questionnaire: DraftOf, values: FieldValues): void {
  saveJson(keyOf(did, questionnaire), { at: Date.now(), values } satisfies Draft);
}

/** Also deletes the drafts of older versions. */
export const deleteDraft = (did: string, { id }: DraftOf): void => deleteByPrefix(draftsOf(did, id));

/** Deletes every draft of a panelist, except that of the questionnaire with the id `kept`. */
export const deleteDrafts = (did: string, kept?: string): void =>
  deleteByPrefix(keysOf('draft', did), kept && draftsOf(did, kept));
