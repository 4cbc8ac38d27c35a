import { createHmac } from 'node:crypto';
import { ageOn, southAfricanDate } from '@panel/domain/calendar';
import { addMs, HOUR_MS } from '@panel/domain/durations';
import { dateOfBirth, gender } from '@panel/domain/panelists/questions';
import { isApproved } from '@panel/domain/panelists/status';
import type { Partner } from '@panel/domain/partners/partners';
import { activityStatement, identify, lockPanelist } from '../identity/panelists.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import type { Breaker } from '../platform/parties/breaker.ts';
import { reportPartyCall } from '../platform/parties/party-calls.ts';
import { isKeyLost } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { reconsiderIfBack } from '../profiling/schedule.ts';
import { profileAnswers } from '../profiling/store.ts';
import { walletIdOf } from '../rewards/ledger.ts';
import { mayEnter } from './blocks.ts';
import type { EntryRequest, EntryResult, PartnerDependencies, SurveyPartner } from './partner.ts';
import { newSessionId } from './session-ids.ts';
import { completedSurveys, deleteFailuresBefore, endSessionsBefore, insertSession } from './store.ts';

const ENTRY_TIMEOUT_MS = 4000;
/** Longer than any survey takes. A completion that is reported later still counts. */
const SESSION_LIFE_MS = 24 * HOUR_MS;
const FAILURES_KEPT_MS = 90 * 24 * HOUR_MS;

/** A panelist's id at a partner: constant there, and different at every partner so that two can't compare. */
const pseudonym = (key: Buffer, partner: Partner, panelistId: string): string =>
  `p_${createHmac('sha256', Buffer.concat([key, Buffer.from(partner)]))
    .update(panelistId)
    .digest('hex')
    .slice(0, 32)}`;

/**
 * Age and gender: all that a partner ever learns of a profile. The age is omitted if the panelist's key is lost. While the key store is
 * down the call fails and can be retried, because an age that comes and goes makes one panelist look like two.
 */
async function demographics(
  db: Queries,
  vault: Vault,
  panelistId: string,
  at: Date,
): Promise<Pick<EntryRequest, 'age' | 'gender'>> {
  const read = (questions: readonly string[]) => profileAnswers(db, vault, panelistId, questions);
  const answers = await read([gender.id, dateOfBirth.id]).catch((error) => {
    if (isKeyLost(error)) return read([gender.id]);
    throw error;
  });
  const { [dateOfBirth.id]: bornOn, [gender.id]: answeredGender } = answers;
  return {
    ...(typeof bornOn === 'string' && { age: ageOn(bornOn, southAfricanDate(at)) }),
    ...((answeredGender === 'male' || answeredGender === 'female') && { gender: answeredGender }),
  };
}

/** Requests an entry link for an approved panelist. The session is stored before the panelist gets the link, so a callback always finds it. */
export async function startSurveySession(
  { config, database, vault, clock }: PartnerDependencies,
  partner: SurveyPartner,
  breaker: Breaker,
  did: string,
): Promise<EntryResult> {
  const panelist = await identify(database, vault, did);
  if (!isApproved(panelist.status)) return { kind: 'none' };
  const at = clock.now();
  const [profile, completed, isAllowed] = await Promise.all([
    demographics(database, vault, panelist.id, at),
    completedSurveys(database, panelist.id, partner.id),
    mayEnter(database, panelist.id, partner.id),
  ]);
  if (!isAllowed) return { kind: 'none' };
  if (!breaker.allows()) {
    reportPartyCall({ party: partner.id, result: 'not-called', ms: null });
    return { kind: 'error', code: 'breaker-open' };
  }
  const id = newSessionId();
  const pid = pseudonym(config.partners.pseudonymKey, partner.id, panelist.id);
  const result = await partner.entry(
    { sessionId: id, pid, ...profile, completed },
    AbortSignal.timeout(ENTRY_TIMEOUT_MS),
  );
  if (result.kind === 'error' && !result.isAboutPerson) breaker.failed();
  else breaker.succeeded();
  if (result.kind !== 'link') return result;

  return database.transaction(async (tx) => {
    const locked = await lockPanelist(tx, vault, did);
    // If the panelist deleted the profile and registered again in the meantime, this is another profile.
    if (locked.id !== panelist.id || !isApproved(locked.status)) return { kind: 'none' };
    const walletId = await walletIdOf(tx, panelist.id);
    const { surveyId = null, usdMicros = null } = result;
    const session = { id, partner: partner.id, walletId, panelistId: panelist.id, pid, surveyId, usdMicros };
    await insertSession(tx, session, at);
    await reconsiderIfBack(tx, locked, at);
    await tx.many(activityStatement(panelist.id, at));
    return result;
  });
}

/** Ends sessions without a return, and deletes old rejected callbacks. Returns the number of sessions ended. */
export async function sweepSessions(database: Database, at: Date, limit = 500): Promise<number> {
  await deleteFailuresBefore(database, addMs(at, -FAILURES_KEPT_MS), limit);
  return endSessionsBefore(database, addMs(at, -SESSION_LIFE_MS), at, limit);
}
