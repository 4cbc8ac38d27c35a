import { createHmac, randomBytes } from 'node:crypto';
import { isApproved } from '@panel/domain/panelists/status';
import type { Partner } from '@panel/domain/partners/partners';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/database.ts';
import { identify, lockPanelist } from '../platform/identify.ts';
import type { Breaker } from './breaker.ts';
import type { EntryResult, SurveyPartner } from './partner.ts';
import { completedSurveys, demographics, endSessionsBefore, forgetFailuresBefore, insertSession } from './store.ts';

const ENTRY_TIMEOUT_MS = 4000;
const HOUR_MS = 60 * 60 * 1000;
/** Long past any survey. A completion that is told later still counts. */
const SESSION_LIFE_MS = 24 * HOUR_MS;
const FAILURES_KEPT_MS = 90 * 24 * HOUR_MS;

const newSessionId = (): string => `s_${randomBytes(16).toString('hex')}`;
export const isSessionId = (text: string): boolean => /^s_[0-9a-f]{32}$/.test(text);

/** Who a panelist is to a partner: always the same to one, and nothing that two of them could compare. */
export const pseudonym = (key: Buffer, partner: Partner, panelistId: string): string =>
  `p_${createHmac('sha256', Buffer.concat([key, Buffer.from(partner)]))
    .update(panelistId)
    .digest('hex')
    .slice(0, 32)}`;

/** A way into a survey for whoever may have one. The session is kept before anybody learns its id. */
export async function enter(
  { config, database, vault, clock }: Dependencies,
  partner: SurveyPartner,
  breaker: Breaker,
  did: string,
): Promise<EntryResult> {
  const panelist = await identify(database, vault, did);
  if (!isApproved(panelist.status)) return { kind: 'none' };
  if (!breaker.allows()) return { kind: 'error', code: 'resting' };

  const at = clock.now();
  const [known, completed] = await Promise.all([
    demographics(database, vault, panelist.id, at),
    completedSurveys(database, panelist.id, partner.id),
  ]);
  const id = newSessionId();
  const pid = pseudonym(config.survey.pseudonymKey, partner.id, panelist.id);
  const result = await partner.entry(
    { sessionId: id, pid, ...known, completed },
    AbortSignal.timeout(ENTRY_TIMEOUT_MS),
  );
  if (result.kind === 'error') breaker.failed();
  else breaker.succeeded();
  if (result.kind !== 'link') return result;

  return database.transaction(async (tx) => {
    const { status } = await lockPanelist(tx, vault, did);
    if (!isApproved(status)) return { kind: 'none' };
    const session = { id, partner: partner.id, panelistId: panelist.id, pid, surveyId: result.surveyId ?? null };
    await insertSession(tx, session, at);
    return result;
  });
}

/** Ends what nobody came back from and forgets old forgeries; gives how many sessions it ended. For the worker, often. */
export async function sweepSessions(database: Database, at: Date, most = 500): Promise<number> {
  await forgetFailuresBefore(database, new Date(at.getTime() - FAILURES_KEPT_MS));
  return endSessionsBefore(database, new Date(at.getTime() - SESSION_LIFE_MS), at, most);
}
