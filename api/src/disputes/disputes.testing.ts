/** A survey that a panelist finished and its partner has not reported on. */
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { type Kit, send } from '../../test/kit.ts';
import { deliver, insertSessions } from '../partners/partners.testing.ts';

/** Returns the session's id. The panelist returned from it as finished this many days ago. */
export async function finishSurvey(kit: Kit, did: string, daysAgo = 2, id?: string): Promise<string> {
  const now = kit.clock.now();
  kit.clock.set(new Date(now.getTime() - daysAgo * DAY_MS));
  const [session] = await insertSessions(kit, 'cint-router', did, 1, id);
  const { sessionId = '' } = session ?? {};
  await deliver(kit, { method: 'GET', url: `/partners/cint-router/return/complete?ssi=${sessionId}` });
  kit.clock.set(now);
  return sessionId;
}

export const report = (kit: Kit, did: string, session: string, reason = 'no-reward', text?: string) =>
  send(kit, 'POST', api.report(did), { session, reason, ...(text !== undefined && { text }) });

type Entry = Readonly<Record<string, unknown>>;

export const historyOf = async (kit: Kit, did: string): Promise<Entry[]> =>
  (await send(kit, 'GET', api.history(did))).json().entries;
