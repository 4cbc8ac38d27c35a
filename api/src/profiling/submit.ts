import { southAfricanDate } from '@panel/domain/calendar';
import { SURVEYS } from '@panel/domain/profiling/schedule';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { decode } from '@panel/domain/questionnaire/payload';
import { didIndexOf, found } from '../identity/panelists.ts';
import { together } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { readOrThrow } from '../platform/problems.ts';
import { scheduleNextSurvey } from './schedule.ts';
import { answersDigest, insertSubmission, isPersonal, isRepeat, lockSubmitter } from './store.ts';

/** Stores a filled-in questionnaire. A later one replaces its answers; a repeat within minutes changes nothing. */
export async function submit(
  { database, vault, clock }: Dependencies,
  definition: Questionnaire,
  body: unknown,
): Promise<true> {
  const at = clock.now();
  const { did, answers } = readOrThrow(decode(definition, body, southAfricanDate(at)), definition);
  const didIndex = didIndexOf(vault, did);
  const digest = answersDigest(vault, definition, answers);
  const survey = SURVEYS.find((name) => name === definition.id);
  await database.transaction(async (tx) => {
    const submitter = found(await lockSubmitter(tx, didIndex, definition, at));
    if (isRepeat(submitter, digest, at)) return;
    const { panelistId } = submitter;
    const key = isPersonal(definition) ? await vault.panelistKeys.create(panelistId) : null;
    await tx.many(
      together({
        ...insertSubmission(vault, key, panelistId, { definition, answers, digest }, at),
        ...(survey && { due: scheduleNextSurvey(panelistId, survey, at) }),
      }),
    );
  });
  return true;
}
