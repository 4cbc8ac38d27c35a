import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { complete, mintSession, reportEvent, wallet } from '../rewards/testing.ts';
import { recordEvent } from './callbacks.ts';
import { creditSession } from './decisions.ts';
import { type LockedSession, lockSession } from './locked-session.ts';
import { currentOutcome } from './session-report.ts';

const kit = useKit();
const pendingOf = async (did: string) => (await wallet(kit(), did)).pending;

describe('T7: what is decided by hand and what the partner sends later', () => {
  it('are one completion, which the partner can take back', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const { database, config, clock } = kit().deps;
    const credited = await database.transaction(async (tx) => {
      const locked = (await lockSession(tx, sessionId, clock.now())) as LockedSession;
      return creditSession(tx, config.pricing, locked, 1_000_000n, clock.now());
    });
    expect([credited, await pendingOf(did)]).toEqual(['credited', 900]);
    const report = (outcome: 'complete' | 'reversed') =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}`, usdMicros: 1_000_000n });
    expect([await report('complete'), await pendingOf(did)]).toEqual(['unchanged', 900]);
    expect([await report('reversed'), await pendingOf(did)]).toEqual(['reversed', 0]);
    expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
  });

  it('are one reversal, which the partner can undo', async () => {
    const did = await registered(kit());
    const sessionId = await complete(kit(), did, 900);
    const { database, config, clock } = kit().deps;
    const ofStatement = {
      sessionId,
      outcome: 'reversed',
      rawCode: 'statement',
      dedupeKey: `statement:${sessionId}`,
    } as const;
    await recordEvent(database, config.pricing, 'purespectrum', ofStatement, 'callback', clock.now());
    expect(await pendingOf(did)).toBe(0);
    const report = (outcome: 'reversed' | 'reinstated') =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}` });
    expect([await report('reversed'), await pendingOf(did)]).toEqual(['unchanged', 0]);
    expect([await report('reinstated'), await pendingOf(did)]).toEqual(['reinstated', 900]);
    expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
  });

  it('end the same in whatever order the partner’s events come', () => {
    const outcomes = fc.constantFrom('complete', 'reversed', 'reinstated', 'screenout');
    const byPartner = outcomes.map((outcome) => ({ outcome, isByHand: false }) as const);
    const byHand = fc.constantFrom('reversed', 'reinstated').map((outcome) => ({ outcome, isByHand: true }) as const);
    const history = fc
      .tuple(fc.array(byPartner, { maxLength: 4 }), byHand, fc.array(byPartner, { maxLength: 5 }))
      .chain(([before, hand, after]) =>
        fc.tuple(
          fc.constant([...before, hand]),
          fc.constant(after),
          fc.shuffledSubarray(after, { minLength: after.length }),
        ),
      );
    fc.assert(
      fc.property(history, ([before, after, shuffled]) => {
        expect(currentOutcome([...before, ...after])).toBe(currentOutcome([...before, ...shuffled]));
      }),
    );
  });
});
