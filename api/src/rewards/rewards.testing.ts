/** Money for tests, earned as in production: a session, the partner's events, and time. */
import { randomBytes } from 'node:crypto';
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { api } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { type Kit, NOW, registered, send } from '../../test/kit.ts';
import { type Effect, recordEvent } from '../partners/callbacks.ts';
import { runPayouts } from './payouts.testing.ts';
import { releaseDueRewards } from './release.ts';

/** What tests earn to withdraw, in cents: more than the minimum, so that a rule for exactly the minimum shows. */
export const ENOUGH = MINIMUM_WITHDRAWAL_SHOWN + 1000;

export async function walletIdOfDid(kit: Kit, did: string): Promise<string> {
  const { rows } = await kit.db.query(
    'select w.id from wallets w join panelists p on p.id = w.panelist_id where p.did_index = $1',
    [kit.vault.digest('did', did)],
  );
  return rows[0].id;
}

/** The withdrawal of a panelist, as it is stored. */
export const withdrawalOf = async (kit: Kit, did: string) =>
  (await kit.db.query('select * from withdrawals where wallet_id = $1', [await walletIdOfDid(kit, did)])).rows[0];

/** The chat messages about how a withdrawal ended. */
export const endMessagesOf = async (kit: Kit, id: string) =>
  (await kit.db.query("select kind, state from messages where subject = $1 and kind <> 'withdrawal-requested'", [id]))
    .rows;

export async function mintSession(kit: Kit, did: string): Promise<string> {
  const id = `s_${randomBytes(16).toString('hex')}`;
  await kit.db.query(
    `insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, created_at)
     select $1, 'purespectrum', w.id, w.panelist_id, 'p_test', $3 from wallets w where w.id = $2`,
    [id, await walletIdOfDid(kit, did), kit.clock.now()],
  );
  return id;
}

export type ReportedOutcome = {
  outcome: Outcome;
  key: string;
  usdMicros?: bigint;
  surveyId?: string;
  lengthSeconds?: number | undefined;
};

/** A verified callback: recorded once per key, and its session's reward updated. */
export const reportEvent = async (
  kit: Kit,
  sessionId: string,
  { outcome, key, usdMicros, surveyId, lengthSeconds }: ReportedOutcome,
  at: Date = kit.clock.now(),
): Promise<Effect> => {
  const event = {
    sessionId,
    outcome,
    dedupeKey: key,
    rawCode: outcome,
    surveyId: surveyId ?? sessionId,
    lengthSeconds,
    ...(usdMicros !== undefined && { usdMicros }),
  };
  const { deps, config } = kit;
  const incoming = { partner: 'purespectrum', event, channel: 'callback', at } as const;
  return (await recordEvent(deps.database, config.pricing, incoming)).effect;
};

/** A completed survey worth this many cents (at the standard share and rate: half of 18 rand to the dollar). */
export async function complete(
  kit: Kit,
  did: string,
  cents: number,
  { surveyId, at }: { surveyId?: string; at?: Date } = {},
): Promise<string> {
  const sessionId = await mintSession(kit, did);
  const usdMicros = (BigInt(cents) * 1_000_000n) / 900n + (BigInt(cents) % 9n === 0n ? 0n : 1n);
  const event = {
    outcome: 'complete',
    key: `${sessionId}:complete`,
    usdMicros,
    ...(surveyId && { surveyId }),
  } as const;
  await reportEvent(kit, sessionId, event, at);
  return sessionId;
}

/** A survey whose holding period is over. */
export async function earnAvailable(kit: Kit, did: string, cents: number = ENOUGH): Promise<string> {
  const now = kit.clock.now();
  const sessionId = await complete(kit, did, cents, { at: addMs(now, -(kit.config.pricing.holdDays + 1) * DAY_MS) });
  await releaseDueRewards(kit.deps.database, now);
  return sessionId;
}

/** A panelist with an open withdrawal. Returns the did. */
export async function withdrawing(kit: Kit): Promise<string> {
  const did = await registered(kit);
  await earnAvailable(kit, did);
  const { statusCode, body } = await send(kit, 'GET', api.withdraw(did));
  if (body !== 'true') throw new Error(`the withdrawal was answered ${statusCode} ${body}`);
  return did;
}

export async function wallet(
  kit: Kit,
  did: string,
): Promise<{ pending: number; available: number; reserved: number; owed: number }> {
  const { rows } = await kit.db.query(
    'select pending::int, available::int, reserved::int, owed::int from wallets where id = $1',
    [await walletIdOfDid(kit, did)],
  );
  return rows[0];
}

/** A payout that the issuer did not answer, so that two people have to decide. */
export async function payoutForReview(kit: Kit): Promise<{ did: string; id: string }> {
  const did = await withdrawing(kit);
  kit.issuer.answers({ kind: 'unknown', code: 'timeout' });
  await runPayouts(kit.deps);
  kit.clock.set(new Date(NOW.getTime() + 30 * MINUTE_MS));
  await runPayouts(kit.deps);
  kit.clock.set(NOW);
  return { did, id: (await withdrawalOf(kit, did)).id };
}
