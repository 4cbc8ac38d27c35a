import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { matchItem, matchPush, matchReturn } from './cint-match/contract.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver, eventsOf, insertSessions, ONE_DOLLAR, panelistWithSession, pendingOf } from './partners.testing.ts';
import type { Call, TestSession } from './protocol.testing.ts';
import { spectrumChange, spectrumComplete } from './purespectrum/contract.testing.ts';

const kit = useKit();
const withoutEffect = async (effect: string) =>
  (await kit().db.query('select outcome, session_id from partner_events where effect = $1', [effect])).rows;

describe('S7: a completed survey', () => {
  it('keeps the interview length and the price that the partner reports, or measures the length', async () => {
    const measured = async (partner: Partner, calls: (session: TestSession) => readonly Call[]) => {
      const { session } = await panelistWithSession(kit(), partner);
      kit().clock.set(new Date(NOW.getTime() + 10 * 60_000));
      for (const call of calls(session)) await deliver(kit(), call);
      kit().clock.set(NOW);
      const { rows } = await kit().db.query(
        'select length_seconds::int as length, usd_micros::int as price from survey_sessions where id = $1',
        [session.sessionId],
      );
      return rows[0];
    };
    const dates = { entry_date: '2026-11-15T08:00:00Z', last_date: '2026-11-15T08:07:30Z' };
    const push = (session: TestSession): Call => ({
      ...matchPush(session, '3/10'),
      payload: { ...matchItem(session, '3/10'), ...dates },
    });
    const reported = { length: 9 * 60, price: 1_000_000 };
    expect(await measured('purespectrum', (one) => [spectrumComplete(one)])).toEqual(reported);
    expect(await measured('cint-match', (one) => [matchReturn(one, 'success', '3/10'), push(one)])).toEqual(reported);
    expect(await measured('cint-match', (one) => [push(one)])).toEqual({ ...reported, length: 450 });
    expect(await measured('cint-router', (one) => [routerCallback(one, 'complete')])).toEqual({
      ...reported,
      length: 600,
    });
    expect(await measured('cint-router', (one) => [routerCallback(one, 'term')])).toEqual({
      length: null,
      price: null,
    });
  });

  it('S9: earns each panelist its reward once, in whichever session', async () => {
    const did = await registered(kit());
    const sessions = await insertSessions(kit(), 'purespectrum', did, 2);
    for (const session of sessions) await deliver(kit(), spectrumComplete(session));
    expect(await eventsOf(kit(), (sessions[1] as TestSession).sessionId)).toEqual([
      'complete: survey-already-credited',
    ]);
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
    const other = await panelistWithSession(kit(), 'purespectrum');
    await deliver(kit(), spectrumComplete(other.session));
    expect(await pendingOf(kit(), other.did)).toBe(ONE_DOLLAR);
  });
});

describe('an event that does not count', () => {
  const changed = (session: TestSession, change: Partial<TestSession>): TestSession => ({ ...session, ...change });

  it('is recorded and answered if the session is unknown, or belongs to another partner', async () => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    const before = (await withoutEffect('unknown-session')).length;
    for (const sessionId of [`s_${'0'.repeat(32)}`, '', 's_1', 'x'.repeat(3000), '%27;--', '%00', '%EF%BF%BD'])
      expect((await deliver(kit(), spectrumComplete(changed(session, { sessionId })))).statusCode).toBe(200);
    expect((await deliver(kit(), routerCallback(session, 'complete'))).statusCode).toBe(200);
    expect(await withoutEffect('unknown-session')).toHaveLength(before + 8);
    expect(await pendingOf(kit(), did)).toBe(0);
  });

  it("is recorded and answered if it names another panelist's session, and does not block the real one", async () => {
    const [mine, theirs] = [
      await panelistWithSession(kit(), 'purespectrum'),
      await panelistWithSession(kit(), 'purespectrum'),
    ];
    const { pid } = theirs.session;
    await deliver(kit(), spectrumComplete(changed(mine.session, { pid })));
    expect([await pendingOf(kit(), mine.did), await pendingOf(kit(), theirs.did)]).toEqual([0, 0]);
    expect(await withoutEffect('other-panelist')).toMatchObject([{ outcome: 'complete', session_id: null }]);
    await deliver(kit(), spectrumComplete(mine.session));
    expect(await pendingOf(kit(), mine.did)).toBe(ONE_DOLLAR);
  });

  it('is recorded and answered if the panelist has left', async () => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    await send(kit(), 'DELETE', api.deleteProfile(did));
    expect((await deliver(kit(), spectrumComplete(session))).statusCode).toBe(200);
    expect((await deliver(kit(), spectrumChange(session, '33>21'))).statusCode).toBe(200);
    expect(await withoutEffect('deleted-panelist')).toHaveLength(2);
    const { rows } = await kit().db.query('select from rewards where session_id = $1', [session.sessionId]);
    expect(rows).toEqual([]);
  });

  it('S10: during a deletion leaves no balance without an owner', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { did, session } = await panelistWithSession(kit(), 'purespectrum');
      const calls = [
        deliver(kit(), spectrumComplete(session)),
        deliver(kit(), spectrumChange(session, '21>33')),
        send(kit(), 'DELETE', api.deleteProfile(did)),
        deliver(kit(), spectrumChange(session, '33>21')),
      ];
      const answers = await Promise.all(n % 2 === 0 ? calls : calls.toReversed());
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    }
    const { rows } = await kit().db.query(
      'select pending, available, owed from wallets where panelist_id is null and (pending, available) <> (0, 0)',
    );
    expect(rows).toEqual([]);
  });
});

describe('the log', () => {
  it('names events by their number, and contains no session or panelist', () => {
    const lines = kit().log.filter((line) => line.includes('"partner":'));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).not.toMatch(/[sp]_[0-9a-f]{16}|device-/);
  });
});
