import { southAfricanDate } from '@panel/domain/calendar';
import { SURVEYS } from '@panel/domain/profiling/schedule';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { decode } from '@panel/domain/questionnaire/payload';
import { lockPanelist, recordActivity } from '../identity/panelists.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { readOrThrow } from '../platform/problems.ts';
import { scheduleNextSurvey } from './schedule.ts';
import { insertSubmission } from './store.ts';

/** Stores a filled-in questionnaire. A later one replaces its answers; a repeat within minutes changes nothing. */
export async function submit(
  { database, vault, clock }: Dependencies,
  definition: Questionnaire,
  body: unknown,
): Promise<true> {
  const at = clock.now();
  const { did, answers } = readOrThrow(decode(definition, body, southAfricanDate(at)), definition);
  await database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did);
    const stored = await insertSubmission(tx, vault, panelist.id, definition, answers, at);
    const survey = SURVEYS.find((name) => name === definition.id);
    if (survey && stored === 'inserted') await scheduleNextSurvey(tx, panelist.id, survey, at);
    await recordActivity(tx, panelist.id, at);
  });
  return true;
}
