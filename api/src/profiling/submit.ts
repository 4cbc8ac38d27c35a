import { southAfricanDate } from '@panel/domain/calendar';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { decode } from '@panel/domain/questionnaire/payload';
import { didIndexOf, lockPanelist, requirePanelist } from '../identity/panelists.ts';
import { batchWrites } from '../platform/batches.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { openKeyStoreWrites } from '../platform/key-store-writes.ts';
import { requireValid } from '../platform/problems.ts';
import { answersDigest, isPersonal, type PanelistSubmission, submitAnswers } from './store.ts';

/** Stores a filled-in questionnaire. A later one replaces its answers; a repeat within minutes changes nothing. */
type Submit = (definition: Questionnaire, body: unknown) => Promise<true>;

export function openSubmissions({ database, vault, clock }: Dependencies): Submit {
  const write = batchWrites<PanelistSubmission, boolean>({
    keysOf: ({ didIndex }) => [didIndex.toString('base64')],
    writeAll: (submissions, options) => submitAnswers(database.write, vault, submissions, options, clock.now()),
  });
  const withKeyStore = openKeyStoreWrites();
  const writePersonal = (submission: PanelistSubmission, did: string) =>
    withKeyStore(() =>
      database.transaction(async (tx) => {
        // Locked, so that no key is made for a panelist who is being deleted.
        const { id: panelistId } = await lockPanelist(tx, vault, did);
        const submitter = { panelistId, key: await vault.panelistKeys.getOrCreate(panelistId) };
        const submissions = [{ ...submission, submitter }];
        return (await submitAnswers(tx.many, vault, submissions, { wait: true }, clock.now()))[0];
      }),
    );
  return async (definition, body) => {
    const { did, answers } = requireValid(decode(definition, body, southAfricanDate(clock.now())), definition);
    const digest = answersDigest(vault, definition, answers);
    const submission = { definition, answers, digest, didIndex: didIndexOf(vault, did), submitter: null };
    requirePanelist(await (isPersonal(definition) ? writePersonal(submission, did) : write(submission)));
    return true;
  };
}
