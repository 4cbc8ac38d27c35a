import { randomUUID } from 'node:crypto';
import { southAfricanDate } from '@panel/domain/calendar';
import { registration } from '@panel/domain/panelists/registration';
import { isDid, REPEAT_WINDOW_MS, TERMS } from '@panel/domain/panelists/rules';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { decode } from '@panel/domain/questionnaire/payload';
import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { Queries } from '../platform/database.ts';
import { Problem, readOrThrow } from '../platform/problems.ts';
import { setResearchPreference } from '../preferences/store.ts';
import { answersDigest, keepSubmission } from '../profiling/store.ts';
import { openWallet } from '../rewards/ledger.ts';
import { findRegistration, insertConsents, insertPanelist } from './store.ts';

/**
 * Makes a panelist of a device that the super-app knows, once per device and once per mobile number. The same
 * registration again within the repeat window is answered as the first was.
 */
export async function register(
  { database, vault, chat, clock }: Dependencies,
  body: unknown,
  log: FastifyBaseLogger,
): Promise<{ status: PanelistStatus }> {
  const at = clock.now();
  const { did, answers } = readOrThrow(decode(registration, body, southAfricanDate(at)), registration);
  if (!isDid(did)) throw new Problem('unknown-panelist');
  const didIndex = vault.digest('did', did);
  const digest = answersDigest(vault, registration, answers);

  const earlier = await earlierAnswer(database, didIndex, digest, at);
  if (earlier) return earlier;

  const lookup = await chat.lookUp(did);
  if (lookup.kind === 'unknown') throw new Problem('unknown-panelist');
  if (lookup.kind === 'unreachable') {
    log.warn({ reason: lookup.reason }, 'the super-app gives no usable answer');
    throw new Problem('unavailable');
  }

  return database.transaction(async (tx) => {
    const id = randomUUID();
    const status = 'approved';
    const inserted = await insertPanelist(tx, {
      id,
      didIndex,
      didSealed: vault.seal(`panelists:did:${id}`, did),
      numberIndex: vault.digest('number', lookup.number),
      status,
      digest,
      at,
    });
    if (!inserted) {
      // Another call was faster: this device's own, or that of another device with the same number.
      const first = await earlierAnswer(tx, didIndex, digest, at);
      if (first) return first;
      throw new Problem('already-a-member');
    }
    await openWallet(tx, randomUUID(), id);
    await keepSubmission(tx, vault, id, registration, answers, at);
    await insertConsents(
      tx,
      id,
      [
        { purpose: 'membership', given: true },
        { purpose: 'marketing', given: answers.opt_in_marketing_information },
        { purpose: 'partner-communication', given: answers.opt_in_receive_comms_from_partners },
      ],
      TERMS.revised,
      at,
    );
    await setResearchPreference(tx, id, true, at);
    return { status };
  });
}

/** The first answer to the same registration; a problem where the device is on the panel with another one. */
async function earlierAnswer(db: Queries, didIndex: Buffer, digest: Buffer, at: Date) {
  const earlier = await findRegistration(db, didIndex);
  if (!earlier) return undefined;
  const isRepeat = earlier.digest.equals(digest) && at.getTime() - earlier.registeredAt.getTime() < REPEAT_WINDOW_MS;
  if (!isRepeat) throw new Problem('already-a-member');
  return { status: earlier.status };
}
