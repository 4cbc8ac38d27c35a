import { southAfricanDate } from '@panel/domain/calendar';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { decode } from '@panel/domain/questionnaire/payload';
import type { Dependencies } from '../dependencies.ts';
import { lockPanelist } from '../platform/identify.ts';
import { readOrThrow } from '../platform/problems.ts';
import { keepSubmission, recordActivity } from './store.ts';

/** Takes a filled-in questionnaire from a panelist. Sent again, it is taken again; a repeat changes nothing. */
export async function submit(
  { database, vault, clock }: Dependencies,
  definition: Questionnaire,
  body: unknown,
): Promise<true> {
  const at = clock.now();
  const { did, answers } = readOrThrow(decode(definition, body, southAfricanDate(at)), definition);
  await database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did);
    await keepSubmission(tx, vault, panelist.id, definition, answers, at);
    await recordActivity(tx, panelist.id, at);
  });
  return true;
}
