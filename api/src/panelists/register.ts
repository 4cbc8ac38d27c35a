import { randomUUID } from 'node:crypto';
import { southAfricanDate } from '@panel/domain/calendar';
import { registration } from '@panel/domain/panelists/registration';
import { isDid } from '@panel/domain/panelists/rules';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { FORM_SECONDS_HEADER, readFormSeconds } from '@panel/domain/quality/speed';
import { decode } from '@panel/domain/questionnaire/decode';
import { isRepeat } from '@panel/domain/repeats';
import type { FastifyRequest } from 'fastify';
import { findRegistration, insertPanelistStatement } from '../identity/panelists.ts';
import { lockTombstones, takeOverTombstonesStatement } from '../identity/tombstones.ts';
import type { Chat } from '../messages/chat.ts';
import { isUniqueViolation } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { Problem, requireValid } from '../platform/http/problems.ts';
import { setResearchPreferenceStatement } from '../preferences/store.ts';
import { scheduleFirstSurveysStatement } from '../profiling/schedule.ts';
import { answersDigest, insertSubmissionStatements } from '../profiling/store.ts';
import { insertWalletStatement, restoreDebtStatements } from '../rewards/ledger.ts';
import { insertRegistrationConsentsStatement } from './consents.ts';

type RegisterDependencies = Dependencies & { readonly chat: Chat };
type Registered = { readonly status: PanelistStatus };

/**
 * Registers a device that the super-app knows, once per device and once per mobile number. The same registration within the repeat window
 * gets the first one's answer. Panelists who deleted an earlier profile keep its status and debt.
 */
export async function register(
  { database, vault, chat, clock }: RegisterDependencies,
  { body, headers, log }: Pick<FastifyRequest, 'body' | 'headers' | 'log'>,
): Promise<Registered> {
  const at = clock.now();
  const { did, answers } = requireValid(decode(registration, body, southAfricanDate(at)), registration);
  if (!isDid(did)) throw new Problem('unknown-panelist');
  const registrationDigest = answersDigest(vault, registration, answers);
  const findRepeated = async (): Promise<Registered | undefined> => {
    const earlier = await findRegistration(database, vault, did);
    if (!earlier) return undefined;
    if (!earlier.digest.equals(registrationDigest) || !isRepeat(earlier.registeredAt, at))
      throw new Problem('already-a-member');
    return { status: earlier.status };
  };

  const repeated = await findRepeated();
  if (repeated) return repeated;

  const lookup = await chat.lookUp(did);
  if (lookup.kind === 'unknown') throw new Problem('unknown-panelist');
  if (lookup.kind === 'unreachable') {
    log.warn({ reason: lookup.reason }, 'no usable answer from the super-app');
    throw new Problem('unavailable');
  }

  const formSeconds = readFormSeconds(headers[FORM_SECONDS_HEADER]);
  const id = randomUUID();
  const walletId = randomUUID();
  const key = await database.waitFor(vault.panelistKeys.getOrCreate(id));
  const person = { did, number: lookup.number };
  const submission = { definition: registration, answers, digest: registrationDigest, formSeconds };
  try {
    return await database.transaction(async (tx) => {
      const { status, debt, isReturner } = await lockTombstones(tx, vault, person);
      await tx.commitWith(
        ...(isReturner ? [takeOverTombstonesStatement(vault, person)] : []),
        insertPanelistStatement(vault, key, { id, ...person, status, registrationDigest }, at),
        insertWalletStatement(walletId, id, isReturner),
        ...restoreDebtStatements(walletId, debt, at),
        ...insertSubmissionStatements(vault, { panelistId: id, key }, submission, at),
        scheduleFirstSurveysStatement(id, at),
        insertRegistrationConsentsStatement(id, answers, at),
        setResearchPreferenceStatement(id, true, at),
      );
      return { status };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another call was faster, from this device or from another one with the same number. `keys prune` finds a key that stays.
    await vault.panelistKeys.destroy([id]).catch(() => {});
    const first = await findRepeated();
    if (first) return first;
    throw new Problem('already-a-member');
  }
}
