import { createHmac, randomBytes } from 'node:crypto';
import { ageOn, southAfricanDate } from '@panel/domain/calendar';
import { addMs, HOUR_MS } from '@panel/domain/durations';
import { dateOfBirth, gender } from '@panel/domain/panelists/questions';
import { isApproved } from '@panel/domain/panelists/status';
import type { Partner } from '@panel/domain/partners/partners';
import { LIST_TIMEOUT_MS } from '@panel/domain/partners/survey-list';
import type { Cents } from '@panel/domain/rewards/money';
import { type Rates, rewardFor } from '@panel/domain/rewards/pricing';
import type { FastifyRequest } from 'fastify';
import { identify, lockPanelist } from '../identity/panelists.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { doEach } from '../platform/failed-items.ts';
import { Problem } from '../platform/http/problems.ts';
import type { Breaker } from '../platform/parties/breaker.ts';
import { reportPartyCall } from '../platform/parties/party-calls.ts';
import type { Vault } from '../platform/security/vault.ts';
import { takePartStatements } from '../profiling/schedule.ts';
import { profileAnswers } from '../profiling/store.ts';
import { walletOfPanelist } from '../rewards/ledger.ts';
import { mayEnter } from './blocks.ts';
import type { PartnerDependencies } from './dependencies.ts';
import { numberSurveysStatement } from './locked-session.ts';
import type { EntryRequest, EntryResult, ListResult, SurveyPartner } from './partner.ts';
import { completedSurveys, deleteFailuresBefore, endSessionsBefore, insertSessionStatement } from './store.ts';

export const newSessionId = (): string => `s_${randomBytes(16).toString('hex')}`;

const ENTRY_TIMEOUT_MS = 4000;
/** Longer than any survey takes. A completion that is reported later still counts. */
const SESSION_LIFE_MS = 24 * HOUR_MS;
const FAILURES_KEPT_MS = 90 * 24 * HOUR_MS;
const SWEPT_AT_ONCE = 500;

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
export async function demographics(
  db: Queries,
  vault: Vault,
  panelistId: string,
  at: Date,
): Promise<Pick<EntryRequest, 'age' | 'gender'>> {
  const answers = await profileAnswers(db, vault, panelistId, [gender.id, dateOfBirth.id]);
  const { [dateOfBirth.id]: bornOn, [gender.id]: answeredGender } = answers;
  return {
    ...(typeof bornOn === 'string' && { age: ageOn(bornOn, southAfricanDate(at)) }),
    ...((answeredGender === 'male' || answeredGender === 'female') && { gender: answeredGender }),
  };
}

/** A partner, and what keeps us from calling it while it is down. */
export type CalledPartner = { readonly partner: SurveyPartner; readonly breaker: Breaker };

/** What a partner is told about a panelist who asks for surveys; null if the panelist may not be sent there. */
async function entryRequest(
  { config, database }: PartnerDependencies,
  partner: SurveyPartner,
  panelistId: string,
  profile: Pick<EntryRequest, 'age' | 'gender'>,
): Promise<EntryRequest | null> {
  const [completed, isAllowed] = await Promise.all([
    completedSurveys(database, panelistId, partner.id),
    mayEnter(database, panelistId, partner.id),
  ]);
  if (!isAllowed) return null;
  const pidAt = (id: Partner) => pseudonym(config.partners.pseudonymKey, id, panelistId);
  return {
    sessionId: newSessionId(),
    pid: pidAt(partner.id),
    pidAt,
    ...profile,
    completed,
  };
}

/** Calls a partner unless it is down, and notes whether it answered. */
async function callPartner<Result extends EntryResult | ListResult>(
  { partner, breaker }: CalledPartner,
  call: () => Promise<Result>,
): Promise<Result | Extract<EntryResult, { kind: 'error' }>> {
  if (!breaker.allows()) {
    reportPartyCall({ party: partner.id, result: 'not-called', ms: null });
    return { kind: 'error', code: 'breaker-open' };
  }
  const result = await call();
  if (result.kind === 'error' && !result.isAboutPerson) breaker.failed();
  else breaker.succeeded();
  return result;
}

/** The surveys of one partner that an approved panelist could open now and hasn't completed. */
export async function offersOf(
  deps: PartnerDependencies,
  called: CalledPartner,
  panelistId: string,
  profile: Pick<EntryRequest, 'age' | 'gender'>,
): Promise<ListResult> {
  const request = await entryRequest(deps, called.partner, panelistId, profile);
  if (!request) return { kind: 'list', surveys: [], isBroken: false };
  const result = await callPartner(called, () => listOffers(called.partner, request, LIST_TIMEOUT_MS));
  if (result.kind !== 'list') return result;
  return { ...result, surveys: result.surveys.filter(({ surveyId }) => !request.completed.has(surveyId)) };
}

const listOffers = async (partner: SurveyPartner, request: EntryRequest, timeoutMs: number): Promise<ListResult> =>
  (await partner.list?.(request, AbortSignal.timeout(timeoutMs))) ?? { kind: 'list', surveys: [], isBroken: false };

/** The survey that a panelist chose from the list, for the reward that the list showed. */
type ChosenSurvey = Rates & { readonly surveyId: string; readonly reward: Cents };

/** Asks the partner for its list again: a survey that has filled up, or pays something else by now, isn't opened. */
async function enterChosen(
  partner: SurveyPartner,
  { surveyId, reward, ...rates }: ChosenSurvey,
  request: EntryRequest,
): Promise<EntryResult> {
  const list = await listOffers(partner, request, ENTRY_TIMEOUT_MS);
  if (list.kind === 'error') return list;
  const offer = list.surveys.find((one) => one.surveyId === surveyId);
  if (offer?.usdMicros === undefined || request.completed.has(surveyId)) return { kind: 'none' };
  if (rewardFor(offer.usdMicros, rates) !== reward) return { kind: 'none' };
  const { url, usdMicros, minutes } = offer;
  return { kind: 'link', url, surveyId, usdMicros, minutes };
}

/**
 * Requests an entry link for an approved panelist: to the survey that the partner chooses, or to one from the list. The session is stored
 * before the panelist gets the link, so a callback always finds it.
 */
export async function startSurveySession(
  deps: PartnerDependencies,
  called: CalledPartner,
  did: string,
  chosen: ChosenSurvey | null = null,
): Promise<EntryResult> {
  const { database, vault, clock } = deps;
  const { partner } = called;
  const panelist = await identify(database, vault, did);
  if (!isApproved(panelist.status)) return { kind: 'none' };
  const at = clock.now();
  const request = await entryRequest(deps, partner, panelist.id, await demographics(database, vault, panelist.id, at));
  if (!request) return { kind: 'none' };
  const result = await callPartner(called, () =>
    chosen ? enterChosen(partner, chosen, request) : partner.entry(request, AbortSignal.timeout(ENTRY_TIMEOUT_MS)),
  );
  if (result.kind !== 'link') return result;

  return database.transaction(async (tx) => {
    const locked = await lockPanelist(tx, vault, did);
    // If the panelist deleted the profile and registered again in the meantime, this is another profile.
    if (locked.id !== panelist.id || !isApproved(locked.status)) return { kind: 'none' };
    const { id: walletId } = await walletOfPanelist(tx, panelist.id);
    const { surveyId = null, usdMicros = null, minutes: statedMinutes = null } = result;
    const { sessionId: id, pid } = request;
    const named = { surveyId, usdMicros, statedMinutes };
    const session = { id, partner: partner.id, walletId, panelistId: panelist.id, pid, ...named, chosen };
    await tx.commitWith(
      insertSessionStatement(session, at),
      ...(surveyId === null ? [] : [numberSurveysStatement(partner.id, [surveyId])]),
      ...takePartStatements(locked, at),
    );
    return result;
  });
}

export const LINK_SCHEMA = { type: 'object', properties: { url: { type: 'string' } } } as const;

/** The answer to a call for an entry link: an empty url if there is no survey. */
export function linkAnswer(request: FastifyRequest, partner: Partner, result: EntryResult): { readonly url: string } {
  if (result.kind === 'error') {
    request.log.warn({ partner, code: result.code }, 'a partner returned no entry link');
    throw new Problem('unavailable');
  }
  return { url: result.kind === 'link' ? result.url : '' };
}

/** Ends sessions without a return, and deletes old rejected callbacks. Returns the number of sessions ended. */
export function sweepSessions(database: Database, at: Date): Promise<number> {
  return doEach([
    () => deleteFailuresBefore(database, addMs(at, -FAILURES_KEPT_MS), SWEPT_AT_ONCE).then(() => 0),
    () => endSessionsBefore(database, addMs(at, -SESSION_LIFE_MS), at, SWEPT_AT_ONCE),
  ]);
}
