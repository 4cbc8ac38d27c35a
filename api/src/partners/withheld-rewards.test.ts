/** Withheld rewards: operators see why each is withheld, and can empty the queue. */
import type { Fact } from '@panel/domain/console/today-page';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { report } from '../disputes/disputes.testing.ts';
import { mintSession, wallet } from '../rewards/rewards.testing.ts';
import { recordEvent } from './callbacks.ts';
import { recordDecision } from './decisions.ts';

const { kit, signIn } = useConsole();

let finance1: Browser;
let finance2: Browser;
beforeEach(async () => {
  finance1 = await signIn('finance-1', 'finance');
  finance2 = await signIn('finance-2', 'finance');
});

/** A completion of R27, which exceeds a cap of 100 cents, or an earlier event that pays R9. */
async function completed(sessionId: string, { cap = 0n, usualMinutes = null as number | null, earlier = false } = {}) {
  const { pricing } = kit().config;
  await kit().db.query('update survey_sessions set stated_minutes = $2 where id = $1', [sessionId, usualMinutes]);
  const rules = { ...pricing, dailyCapCents: cap, reviewsFastSurveys: true };
  const said = earlier
    ? ({ outcome: 'reinstated', usdMicros: 1_000_000n } as const)
    : ({ outcome: 'complete', usdMicros: 3_000_000n } as const);
  const event = { ...said, sessionId, dedupeKey: `${sessionId}:${said.outcome}`, rawCode: '21' };
  return recordEvent(kit().deps.database, rules, { partner: 'purespectrum', event, channel: 'callback', at: NOW });
}
const propose = async (operation: string, event: string) =>
  (await finance1.operate(operation, { event, reason: 'asked the partner' })).json().proposal as string;

const disputeOf = async (session: string): Promise<string> =>
  (await kit().db.query("select 'D-' || id as name from disputes where session_id = $1", [session])).rows[0].name;

describe('a withheld reward', () => {
  it('shows the reason on Money, on Today and to the approver, and leaves the list once two people decide', async () => {
    const did = await registered(kit());
    const [rich, fast] = [await mintSession(kit(), did), await mintSession(kit(), did)];
    const overCap = String((await completed(rich, { cap: 100n })).eventId);
    const tooFast = String((await completed(fast, { usualMinutes: 3 })).eventId);
    const { withheldRewards } = await finance1.page('money');
    expect(withheldRewards).toMatchObject([
      { event: overCap, reason: 'over-daily-cap', amount: 2700, standing: null, proposal: null },
      { event: tooFast, reason: 'too-fast', amount: 2700, standing: null, proposal: null },
    ]);
    expect((await finance1.page('today')).waiting).toContainEqual(
      expect.objectContaining({ kind: 'withheld-rewards', count: 2, reasons: ['over-daily-cap', 'too-fast'] }),
    );
    const isOverdueAt = async (at: Date) => {
      kit().clock.set(at);
      const { waiting } = await (await signIn('finance-3', 'finance')).page('today');
      return waiting.find(({ kind }: { kind: string }) => kind === 'withheld-rewards').overdue;
    };
    expect([await isOverdueAt(addMs(NOW, DAY_MS)), await isOverdueAt(addMs(NOW, DAY_MS + 1))]).toEqual([false, true]);
    kit().clock.set(NOW);
    const proposals = [await propose('reverse-reward', tooFast), await propose('credit-reward', overCap)];
    const [left, credited] = (await finance2.page('today')).proposals;
    const because = (text: string) => expect.objectContaining({ label: 'Withheld because', proposed: { text } });
    expect(left.facts).toContainEqual(because('Completed in less than a third of the survey’s usual length'));
    expect(credited.facts).toContainEqual(because('Over what one panelist may earn in a day'));
    expect(credited.facts[0]).toMatchObject({ label: 'Event', proposed: { text: overCap } });
    for (const id of proposals) expect((await finance2.approve(id)).statusCode).toBe(200);
    expect((await finance1.page('money')).withheldRewards).toEqual([]);
    expect((await wallet(kit(), did)).pending).toBe(2700);
  });

  it('shows what was already credited if only a higher price is withheld', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    await completed(sessionId, { earlier: true });
    await completed(sessionId, { cap: 100n });
    const { withheldRewards } = await finance1.page('money');
    expect(withheldRewards).toMatchObject([{ amount: 2700, standing: 900 }]);
    expect((await finance1.page('today')).waiting).toContainEqual(
      expect.objectContaining({ kind: 'withheld-rewards', amount: 1800 }),
    );
    await propose('credit-reward', withheldRewards[0].event);
    const [proposal] = (await finance2.page('today')).proposals;
    expect(proposal.amount).toBe(2700);
    expect(proposal.facts).toContainEqual(
      expect.objectContaining({ label: 'Already credited', proposed: { cents: 900 } }),
    );
  });

  it('leaves the list if two people decide by another event of its session', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const earlier = String((await completed(sessionId, { earlier: true })).eventId);
    const event = String((await completed(sessionId, { cap: 100n })).eventId);
    expect((await finance2.approve(await propose('credit-reward', earlier))).statusCode).toBe(200);
    expect((await finance1.page('money')).withheldRewards).not.toContainEqual(expect.objectContaining({ event }));
    expect((await wallet(kit(), did)).pending).toBe(2700);
  });

  it('is shown at the rates of the list or of its reward, as the proposal has it, after the rates have changed', async () => {
    const did = await registered(kit());
    const [chosen, raised] = [await mintSession(kit(), did), await mintSession(kit(), did)];
    await kit().db.query(
      'update survey_sessions set shown_amount = 2700, share_ppm = 500000, zar_per_usd_micros = 18000000 where id = $1',
      [chosen],
    );
    await completed(raised, { earlier: true });
    const events = [(await completed(chosen, { cap: 100n })).eventId, (await completed(raised, { cap: 100n })).eventId];
    const { pricing } = kit().deps.config;
    const before = { ...pricing };
    Object.assign(pricing, { zarPerUsdMicros: pricing.zarPerUsdMicros / 2n, sharePpm: 100_000 });
    try {
      const { withheldRewards } = await finance1.page('money');
      for (const event of events.map(String)) {
        expect(withheldRewards).toContainEqual(expect.objectContaining({ event, amount: 2700 }));
        const id = await propose('credit-reward', event);
        const { proposals } = await finance2.page('today');
        expect(proposals.find((one: { id: string }) => one.id === id).amount).toBe(2700);
      }
    } finally {
      Object.assign(pricing, before);
    }
  });

  it('shows the partner’s report separately from the decision of two people, and the amount that a credit pays', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    await completed(sessionId, { earlier: true });
    const event = String((await completed(sessionId, { cap: 100n })).eventId);
    expect((await finance2.approve(await propose('reverse-reward', event))).statusCode).toBe(200);
    await report(kit(), did, sessionId, 'reward-reversed');
    const { open, disputes, atStake } = await finance1.page(`disputes?dispute=${await disputeOf(sessionId)}`);
    expect(open).toMatchObject({ amount: 2700, lastReported: 'complete' });
    expect(open.ours.map(({ what }: { what: string }) => what)).toContain('Decided by two people: Reversed');
    expect([disputes.rows, atStake]).toMatchObject([[{ amount: 2700 }], { amount: 2700 }]);
    const id = await propose('credit-reward', event);
    const { facts, amount } = (await finance2.page('today')).proposals.find((one: { id: string }) => one.id === id);
    expect(amount).toBe(2700);
    const texts = facts.map(({ label, proposed }: Fact) => [label, 'text' in proposed && proposed.text]);
    expect(texts).toContainEqual(['The partner said', 'Complete']);
    expect(texts).toContainEqual(['Decided by hand', 'Reversed']);
  });

  it('shows which facts have appeared or disappeared since the proposal', async () => {
    const sessionId = await mintSession(kit(), await registered(kit()));
    const event = String((await completed(sessionId, { cap: 100n })).eventId);
    const id = await propose('credit-reward', event);
    // A partner's statement, or a dispute, may decide about the same session.
    const { database, config, clock } = kit().deps;
    await database.transaction((tx) => recordDecision(tx, config.pricing, event, 'credited', clock.now()));
    const { proposals } = await finance2.page('today');
    const changed = proposals
      .find((one: { id: string }) => one.id === id)
      .facts.filter(({ proposed, now }: Fact) => JSON.stringify(proposed) !== JSON.stringify(now));
    expect(changed.map(({ label, proposed, now }: Fact) => [label, proposed, now])).toEqual([
      ['Reward', { text: 'None' }, { text: 'Pending' }],
      ['Withheld because', { text: 'Over what one panelist may earn in a day' }, { text: 'None' }],
      ['Already credited', { text: 'None' }, { cents: 2700 }],
    ]);
  });
});
