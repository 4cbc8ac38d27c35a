import { southAfricanDate } from '@panel/domain/calendar';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { decode } from '@panel/domain/questionnaire/payload';
import { didIndexOf, lockPanelist, requirePanelist } from '../identity/panelists.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { requireValid } from '../platform/problems.ts';
import { answersDigest, isPersonal, submitAnswers } from './store.ts';

/** Stores a filled-in questionnaire. A later one replaces its answers; a repeat within minutes changes nothing. */
export async function submit(
  { database, vault, clock }: Dependencies,
  definition: Questionnaire,
  body: unknown,
): Promise<true> {
  const at = clock.now();
  const { did, answers } = requireValid(decode(definition, body, southAfricanDate(at)), definition);
  const didIndex = didIndexOf(vault, did);
  const submission = { definition, answers, digest: answersDigest(vault, definition, answers) };
  if (!isPersonal(definition)) {
    requirePanelist(await submitAnswers(database.write, vault, didIndex, null, submission, at));
    return true;
  }
  await database.transaction(async (tx) => {
    // Locked, so that no key is made for a panelist who is being deleted.
    const { id: panelistId } = await lockPanelist(tx, vault, did);
    const key = await vault.panelistKeys.getOrCreate(panelistId);
    requirePanelist(await submitAnswers(tx.many, vault, didIndex, { panelistId, key }, submission, at));
  });
  return true;
}
