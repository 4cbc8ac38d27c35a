/** Partners for tests. */

import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entryLink } from '@panel/domain/partners/entry-link';
import type { Partner } from '@panel/domain/partners/partners';
import { type RewardChange, rewardUpdate } from '@panel/domain/partners/session-reward';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { afterAll } from 'vitest';
import { type Kit, registered, send } from '../../test/kit.ts';
import type { Tx } from '../platform/database/database.ts';
import { wallet } from '../rewards/rewards.testing.ts';
import { writeRewardStatements } from '../rewards/write-reward.ts';
import { matchReturn } from './cint-match/contract.testing.ts';
import { lockSession } from './locked-session.ts';
import type { Call, TestSession } from './protocol.testing.ts';
import { spectrumChange, spectrumComplete } from './purespectrum/contract.testing.ts';

/** In cents, at the standard share and rate. */
export const ONE_DOLLAR = 900;

/** PureSpectrum's server, which answers as a test says. */
export async function startPureSpectrum() {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  const offers: Answer = (request, response) => {
    const session = new URL(request.url ?? '', 'http://x').searchParams.get('respondentId');
    const entryLink = `http://${request.headers.host}/start-session/${session}`;
    response.end(
      JSON.stringify({ respondentId: session, surveys: [{ surveyId: 12345678, cpi: 1, estimatedLoi: 10, entryLink }] }),
    );
  };
  const partner = {
    url: '',
    requests: [] as { url: string; headers: IncomingMessage['headers'] }[],
    answers(how: Answer) {
      answer = how;
    },
    reset() {
      answer = offers;
    },
  };
  let answer = offers;
  const server = createServer((request, response) => {
    partner.requests.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  partner.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return partner;
}

/** Like the app: the panelist requests a link and gets one. */
export async function enterSurvey(
  kit: Kit,
  partner: Partner,
  did: string,
): Promise<TestSession & { readonly url: string }> {
  const answer = await send(kit, 'GET', entryLink(partner)(did));
  const { url } = answer.json() as { url?: string };
  if (!url) throw new Error(`no entry link: ${answer.statusCode}`);
  const [sessionId = ''] = /s_[0-9a-f]{32}/.exec(url) ?? [];
  const { rows } = await kit.db.query('select pid from survey_sessions where id = $1 and partner = $2', [
    sessionId,
    partner,
  ]);
  return { partner, sessionId, pid: rows[0].pid, url };
}

/** Sessions of one panelist, stored directly. */
export async function insertSessions(
  kit: Kit,
  partner: Partner,
  did: string,
  count: number,
  id?: string,
): Promise<TestSession[]> {
  const made = Array.from({ length: count }, () => ({
    partner,
    sessionId: id ?? `s_${randomBytes(16).toString('hex')}`,
    pid: `p_${randomBytes(16).toString('hex')}`,
  }));
  await kit.db.query(
    `insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, created_at)
     select v.id, $1, w.id, w.panelist_id, v.pid, $2
     from unnest($3::text[], $4::text[]) as v (id, pid), wallets w join panelists p on p.id = w.panelist_id
     where p.did_index = $5`,
    [
      partner,
      kit.clock.now(),
      made.map((one) => one.sessionId),
      made.map((one) => one.pid),
      kit.vault.digest('did', did),
    ],
  );
  return made;
}

/** A new panelist who has a session. */
export async function panelistWithSession(kit: Kit, partner: Partner): Promise<{ did: string; session: TestSession }> {
  const did = await registered(kit);
  const [session] = await insertSessions(kit, partner, did, 1);
  return { did, session: session as TestSession };
}

export const deliver = (kit: Kit, call: Call) => kit.app.inject(call);

/** The events of a session that count, oldest first, with their effects. */
export const eventsOf = async (kit: Kit, sessionId: string): Promise<string[]> =>
  (
    await kit.db.query('select outcome, effect from partner_events where session_id = $1 order by id', [sessionId])
  ).rows.map(({ outcome, effect }) => `${outcome}: ${effect}`);

export const pendingOf = async (kit: Kit, did: string): Promise<number> => (await wallet(kit, did)).pending;

export const sessionRow = async (kit: Kit, id: string) =>
  (await kit.db.query('select outcome, returned_at, ended_at from survey_sessions where id = $1', [id])).rows[0];

/** The number of log lines that say that an event needs review. */
export const alarms = (kit: Kit): number => kit.log.filter((line) => line.includes('needs review')).length;

/** Records events in every possible way. Returns the id of one. */
export async function reportEveryKind(kit: Kit, did: string): Promise<string> {
  const match = await enterSurvey(kit, 'cint-match', did);
  await deliver(kit, matchReturn(match, 'success', '3/10'));
  await deliver(kit, matchReturn(match, 'success', '3/10'));
  const { session } = await panelistWithSession(kit, 'purespectrum');
  await deliver(kit, spectrumComplete(session));
  await deliver(kit, spectrumComplete(session));
  await deliver(kit, spectrumComplete(session, { usd: '9.00' }));
  await deliver(kit, spectrumComplete(session, { key: 'forged' }));
  await deliver(kit, spectrumChange(session, '21>30'));
  await deliver(kit, spectrumChange(session, '30>21'));
  const { rows } = await kit.db.query('select id from partner_events where session_id = $1', [session.sessionId]);
  return rows[0].id;
}

/** Updates the reward of a session from its recorded events. */
export async function updateSessionReward(
  tx: Tx,
  pricing: Pricing,
  sessionId: string,
  at: Date,
): Promise<RewardChange> {
  const locked = await lockSession(tx, sessionId, at);
  if (!locked) return 'no-credit';
  const update = rewardUpdate(pricing, { ...locked, isFast: null }, locked.events, randomUUID());
  await tx.run(...writeRewardStatements(pricing, locked, update, at));
  return update.change;
}
