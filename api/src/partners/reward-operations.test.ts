import { describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { report } from '../disputes/disputes.testing.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { mintSession, wallet } from '../rewards/rewards.testing.ts';
import { recordEvent } from './callbacks.ts';
import type { PartnerEvent } from './partner.ts';
import { withheldCompletions } from './store.ts';

const { kit, operate, audited } = useOperator();
const listed = async () =>
  (await withheldCompletions(kit().deps.database, kit().config.pricing)).map(({ id, partner, amount }) => [
    id,
    partner,
    amount,
  ]);

const record = (event: PartnerEvent, dailyCapCents = kit().config.pricing.dailyCapCents) =>
  recordEvent(
    kit().deps.database,
    { ...kit().config.pricing, dailyCapCents },
    { partner: 'purespectrum', event, channel: 'callback', at: NOW },
  );

/** A completed survey of R27 that exceeds the daily cap. */
async function withheld(did: string): Promise<{ sessionId: string; eventId: string }> {
  const sessionId = await mintSession(kit(), did);
  const event = { sessionId, outcome: 'complete', dedupeKey: sessionId, rawCode: '21', usdMicros: 3_000_000n } as const;
  const { effect, eventId } = await record(event, 100n);
  expect(effect).toBe('over-daily-cap');
  return { sessionId, eventId: String(eventId) };
}

describe('T27: operators', () => {
  it('need two people to credit a completion over the daily cap, and to reverse a reward', async () => {
    const did = await registered(kit());
    const { eventId } = await withheld(did);
    expect(await listed()).toEqual([[eventId, 'purespectrum', 2700]]);

    const decide = (what: 'credit' | 'reverse', values = {}) =>
      operate(`${what}-reward`, { event: eventId, second: 'sipho', reason: 'asked the partner', ...values });
    await expect(decide('credit', { second: 'thandi' })).rejects.toThrow('someone else');
    await expect(decide('credit', { event: '999999' })).rejects.toThrow('No event with this id');
    expect((await wallet(kit(), did)).pending).toBe(0);
    expect(await decide('credit')).toBe('Done: credited.');
    expect(await decide('credit')).toBe('It was already credited.');
    expect((await wallet(kit(), did)).pending).toBe(2700);
    expect(await listed()).toEqual([]);

    for (const pending of [0, 2700, 0]) {
      await decide(pending === 0 ? 'reverse' : 'credit');
      expect((await wallet(kit(), did)).pending).toBe(pending);
    }
    expect(await audited()).toMatchObject({ actor: 'thandi', second_actor: 'sipho', operation: 'reverse-reward' });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('can’t credit a session without a price, and don’t see completions that the partner took back', async () => {
    const did = await registered(kit());
    const unpriced = await mintSession(kit(), did);
    const odd = { sessionId: unpriced, outcome: 'technical', dedupeKey: unpriced, rawCode: '99' } as const;
    const { eventId } = await record(odd);
    const values = { event: String(eventId), second: 'sipho', reason: 'asked the partner' };
    await expect(operate('credit-reward', values)).rejects.toThrow('nothing to credit');
    const { rows } = await kit().db.query('select outcome from partner_events where session_id = $1', [unpriced]);
    expect(rows).toEqual([{ outcome: 'technical' }]);

    const { sessionId } = await withheld(did);
    await record({ sessionId, outcome: 'reversed', dedupeKey: `${sessionId}:r`, rawCode: '22' });
    expect(await listed()).toEqual([]);
  });

  it('see what a reported session will pay, even if its higher price was withheld', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const event = { sessionId, rawCode: '21', surveyId: sessionId } as const;
    await record({ ...event, outcome: 'reinstated', dedupeKey: `${sessionId}:first`, usdMicros: 1_000_000n });
    const raise = { ...event, outcome: 'complete', dedupeKey: sessionId, usdMicros: 3_000_000n } as const;
    const { eventId } = await record(raise, 1000n);
    expect((await wallet(kit(), did)).pending).toBe(900);
    await operate('reverse-reward', { event: String(eventId), second: 'sipho', reason: 'a bot' });
    await report(kit(), did, sessionId, 'reward-reversed');
    const { rows } = await kit().db.query('select id from disputes where session_id = $1', [sessionId]);
    const answer = { answer: 'It was honest.', reason: 'asked the partner', second: 'sipho' };
    expect(await operate('credit-dispute', { dispute: `D-${rows[0].id}`, ...answer })).toBe('Done: R27 is reinstated.');
    expect((await wallet(kit(), did)).pending).toBe(2700);
  });

  it('can leave a completion over the daily cap uncredited, which removes it from the list', async () => {
    const did = await registered(kit());
    const { eventId } = await withheld(did);
    await operate('reverse-reward', { event: eventId, second: 'sipho', reason: 'a bot' });
    expect(await listed()).toEqual([]);
    expect((await wallet(kit(), did)).pending).toBe(0);
  });
});
