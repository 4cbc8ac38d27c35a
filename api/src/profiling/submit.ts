import { southAfricanDate } from '@panel/domain/calendar';
import { asksForLsm } from '@panel/domain/profiling/lsm';
import { FORM_SECONDS_HEADER, readFormSeconds } from '@panel/domain/quality/speed';
import { decode } from '@panel/domain/questionnaire/decode';
import type { Questionnaire } from '@panel/domain/questionnaire/definition';
import { isRepeat } from '@panel/domain/repeats';
import type { FastifyRequest } from 'fastify';
import { didIndexOf, lockPanelist } from '../identity/panelists.ts';
import type { Tx } from '../platform/database/database.ts';
import { withKeyStore } from '../platform/database/key-store-writes.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { requireValid } from '../platform/http/problems.ts';
import { takePartStatements } from './schedule.ts';
import {
  answersDigest,
  currentAnswers,
  isPersonal,
  latestSubmission,
  type Submission,
  writeSubmissionStatements,
} from './store.ts';

type SubmitDependencies = Pick<Dependencies, 'database' | 'vault' | 'clock'>;

/** Stores a completed questionnaire. A later one replaces its answers; a repeat within minutes changes nothing. */
export async function submit(
  deps: SubmitDependencies,
  definition: Questionnaire,
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
): Promise<true> {
  const { database, vault, clock } = deps;
  const { did, answers } = requireValid(decode(definition, body, southAfricanDate(clock.now())), definition);
  const formSeconds = readFormSeconds(headers[FORM_SECONDS_HEADER]);
  const submission = { definition, answers, digest: answersDigest(vault, definition, answers), formSeconds };
  const store = () => database.transaction((tx) => storeSubmission(tx, deps, did, submission));
  await (isPersonal(definition) ? withKeyStore(store) : store());
  return true;
}

async function storeSubmission(
  tx: Tx,
  { vault, clock }: SubmitDependencies,
  did: string,
  submission: Submission,
): Promise<void> {
  const at = clock.now();
  const { definition, digest } = submission;
  // Throws on a malformed did before a promise is created: an unhandled rejection would end the process.
  const didIndex = didIndexOf(vault, did);
  const [panelist, latest, known] = await Promise.all([
    // Locked, so that no key is created for a panelist who is being deleted.
    lockPanelist(tx, vault, did),
    latestSubmission(tx, didIndex, definition.id),
    asksForLsm(definition) ? currentAnswers(tx, didIndex) : {},
  ]);
  const { id } = panelist;
  if (latest?.digest.equals(digest) && isRepeat(latest.submittedAt, at)) {
    await tx.commitWith(...takePartStatements(panelist, at));
    return;
  }
  const key = isPersonal(definition) ? await vault.panelistKeys.getOrCreate(id) : null;
  await tx.commitWith(
    ...takePartStatements(panelist, at),
    ...writeSubmissionStatements(vault, { panelistId: id, key }, submission, known, at),
  );
}
