import { currentOutcome } from '@panel/domain/partners/session-reward';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { complete, mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { creditSession, recordDecision } from './decisions.ts';
import { type LockedSession, lockSession } from './locked-session.ts';
import { deliver, eventsOf, panelistWithSession, pendingOf } from './partners.testing.ts';
import type { TestSession } from './protocol.testing.ts';
import { applyStatements, approveStatement, insertStatement } from './statements.ts';

const kit = useKit();

const credit = (sessionId: string, usdMicros: bigint | null = null) => {
  const { database, config, clock } = kit().deps;
  return database.transaction(async (tx) => {
    const locked = (await lockSession(tx, sessionId, clock.now())) as LockedSession;
    return creditSession(tx, config.pricing, locked, usdMicros, clock.now());
  });
};
const reverse = async (sessionId: string) => {
  const { database, config, clock } = kit().deps;
  const { rows } = await kit().db.query('select min(id) as id from partner_events where session_id = $1', [sessionId]);
  return database.transaction((tx) => recordDecision(tx, config.pricing, rows[0].id, 'reversed', clock.now()));
};
/** A statement that lists the session as reversed, approved and applied. */
const applyStatementOf = async ({ partner, sessionId }: Omit<TestSession, 'pid'>) => {
  const { database, config, clock } = kit().deps;
  const statement = { partner, month: '2026-10', digest: Buffer.from(sessionId), account: 'thandi', fileRows: 1 };
  await database.transaction(async (tx) => {
    const rows = [{ sessionId, verdict: 'reversed', amount: 900n }] as const;
    await approveStatement(tx, (await insertStatement(tx, statement, rows, clock.now())) ?? '', clock.now());
  });
  return applyStatements(database, config.pricing, clock.now());
};

describe('T7: a decision by hand and the partner’s later events', () => {
  it('count as one completion, which the partner can take back', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const { database } = kit().deps;
    expect([await credit(sessionId, 1_000_000n), await pendingOf(kit(), did)]).toEqual(['credited', 900]);
    const report = (outcome: 'complete' | 'reversed') =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}`, usdMicros: 1_000_000n });
    expect([await report('complete'), await pendingOf(kit(), did)]).toEqual(['unchanged', 900]);
    expect([await report('reversed'), await pendingOf(kit(), did)]).toEqual(['reversed', 0]);
    expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
  });

  it('count as one reversal, which the partner can undo', async () => {
    const did = await registered(kit());
    const sessionId = await complete(kit(), did, 900);
    const { database } = kit().deps;
    await applyStatementOf({ partner: 'purespectrum', sessionId });
    expect(await pendingOf(kit(), did)).toBe(0);
    const report = (outcome: 'reversed' | 'reinstated') =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}` });
    expect([await report('reversed'), await pendingOf(kit(), did)]).toEqual(['unchanged', 0]);
    expect([await report('reinstated'), await pendingOf(kit(), did)]).toEqual(['reinstated', 900]);
    expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
  });

  describe('move the money, however many keys the partner used:', () => {
    /** A session of Cint's router: each later completion with another transaction reinstates it. */
    const reported = async (...calls: readonly (readonly [status: string, txn: string])[]) => {
      const { did, session } = await panelistWithSession(kit(), 'cint-router');
      const report = async (status: string, txn: string) => {
        expect((await deliver(kit(), routerCallback(session, status, { txn }))).statusCode).toBe(200);
        return pendingOf(kit(), did);
      };
      for (const [status, txn] of calls) await report(status, txn);
      return { did, session, report };
    };
    const completedTwice = () => reported(['complete', 't1'], ['complete', 't2']);
    afterEach(async () => expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] }));

    it('a reversal by two people', async () => {
      const { did, session } = await completedTwice();
      expect(await pendingOf(kit(), did)).toBe(900);
      expect([await reverse(session.sessionId), await pendingOf(kit(), did)]).toEqual(['reversed', 0]);
      expect([await reverse(session.sessionId), await pendingOf(kit(), did)]).toEqual(['unchanged', 0]);
    });

    it('a reversal by a statement', async () => {
      const { did, session } = await completedTwice();
      expect([await applyStatementOf(session), await pendingOf(kit(), did)]).toEqual([1, 0]);
      expect(await applyStatements(kit().deps.database, kit().config.pricing, kit().clock.now())).toBe(0);
    });

    it('a credit of what was reversed twice', async () => {
      const { did, session } = await reported(['complete', 't1'], ['reconciliation', 't1'], ['reconciliation', 't2']);
      expect(await pendingOf(kit(), did)).toBe(0);
      expect([await credit(session.sessionId), await pendingOf(kit(), did)]).toEqual(['reinstated', 900]);
    });

    it.each(['people', 'a statement'])(
      'and a reward that %s took back counts once if the partner takes it back too',
      async (who) => {
        const { session, report } = await completedTwice();
        await (who === 'people' ? reverse(session.sessionId) : applyStatementOf(session));
        expect(await report('reconciliation', 't1')).toBe(0);
        expect(await report('reconciliation', 't2')).toBe(0);
        expect(await report('complete', 't3')).toBe(900);
        expect(await report('reconciliation', 't3')).toBe(0);
        expect(await eventsOf(kit(), session.sessionId)).toHaveLength(8);
      },
    );
  });

  it.each(['people', 'a statement'])('pay no withheld price once %s took the reward back', async (who) => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    const report = (outcome: 'complete' | 'reinstated', key: string, usdMicros: bigint) =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${key}`, usdMicros });
    expect(await report('reinstated', '1', 1_000_000n)).toBe('credited');
    expect(await report('complete', '2', 900_000_000n)).toBe('over-daily-cap');
    await (who === 'people' ? reverse(sessionId) : applyStatementOf({ partner: 'purespectrum', sessionId }));
    expect(await pendingOf(kit(), did)).toBe(0);
    await report('reinstated', '3', 1_000_000n);
    expect(await pendingOf(kit(), did)).toBe(900);
  });

  it('give the same result in any order of the partner’s events', () => {
    const outcomes = fc.constantFrom('complete', 'reversed', 'reinstated', 'screenout');
    const byPartner = outcomes.map((outcome) => ({ outcome, isByHand: false }) as const);
    const byHand = fc.constantFrom('reversed', 'reinstated').map((outcome) => ({ outcome, isByHand: true }) as const);
    const history = fc
      .tuple(
        fc.array(byPartner, { maxLength: 4 }),
        fc.array(byHand, { minLength: 1, maxLength: 4 }),
        fc.array(byPartner, { maxLength: 5 }),
      )
      .chain(([before, hands, after]) =>
        fc.tuple(
          fc.constant([...before, ...hands]),
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
