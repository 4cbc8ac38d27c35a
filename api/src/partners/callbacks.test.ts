import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import {
  alarms,
  type Call,
  deliver,
  eventsOf,
  insertSessions,
  matchItem,
  matchPush,
  matchReturn,
  ONE_DOLLAR,
  panelistWithSession,
  pendingOf,
  routerCallback,
  SECRET,
  sessionRow,
  spectrumChange,
  spectrumComplete,
  type TestSession,
} from './partners.testing.ts';

const kit = useKit();
const withoutEffect = async (effect: string) =>
  (await kit().db.query('select outcome, session_id from partner_events where effect = $1', [effect])).rows;

const COMPLETIONS: readonly (readonly [string, Partner, (session: TestSession) => Call])[] = [
  ["Cint Match's signed return", 'cint-match', (session) => matchReturn(session, 'success', '3/10')],
  ["Cint Match's push", 'cint-match', (session) => matchPush(session, '3/10')],
  ["the router's call", 'cint-router', (session) => routerCallback(session, 'complete')],
  ["PureSpectrum's call", 'purespectrum', (session) => spectrumComplete(session)],
];

describe('S7: a completed survey', () => {
  it.each(COMPLETIONS)('is credited once, as pending, from %s', async (_, partner, complete) => {
    const { did, session } = await panelistWithSession(kit(), partner);
    const status = complete(session).url.includes('/return/') ? 303 : 200;
    for (let n = 0; n < 3; n += 1) expect((await deliver(kit(), complete(session))).statusCode).toBe(status);
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
    expect(await sessionRow(kit(), session.sessionId)).toMatchObject({
      outcome: 'complete',
      ended_at: kit().clock.now(),
    });
  });

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

  it('counts once for Cint Match, whether the return or the push comes first', async () => {
    const ways = [
      (session: TestSession) => matchReturn(session, 'success', '3/10'),
      (session: TestSession) => matchPush(session, '3/10'),
    ];
    for (const order of [ways, ways.toReversed()]) {
      const { did, session } = await panelistWithSession(kit(), 'cint-match');
      for (const way of order) await deliver(kit(), way(session));
      expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
      expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
      expect((await sessionRow(kit(), session.sessionId)).returned_at).toEqual(kit().clock.now());
    }
  });

  it('is found in a push of many attempts', async () => {
    const { did, session } = await panelistWithSession(kit(), 'cint-match');
    const payload = [
      { ...matchItem(session, '3/20'), respondent_id: 'r0' },
      { ...matchItem(session, '40/-1', { survey: '78' }), respondent_id: 'r2' },
      matchItem(session, '3/10'),
    ];
    await deliver(kit(), { ...matchPush(session, '3/10'), payload });
    expect(await eventsOf(kit(), session.sessionId)).toEqual([
      'screenout: noted',
      'overquota: noted',
      'complete: credited',
    ]);
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
    expect(await sessionRow(kit(), session.sessionId)).toMatchObject({ outcome: 'complete' });
  });

  it('S9: earns once per survey, in whichever session', async () => {
    const did = await registered(kit());
    const sessions = await insertSessions(kit(), 'purespectrum', did, 2);
    for (const session of sessions) await deliver(kit(), spectrumComplete(session));
    expect(await eventsOf(kit(), (sessions[1] as TestSession).sessionId)).toEqual([
      'complete: survey-already-credited',
    ]);
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
  });

  it('without a price earns nothing until a message has one', async () => {
    const { did, session } = await panelistWithSession(kit(), 'cint-match');
    const before = alarms(kit());
    await deliver(kit(), matchReturn(session, 'success', '3/10', { usd: '' }));
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
    await deliver(kit(), matchPush(session, '3/10'));
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
  });

  it('does not count if the return contradicts its codes', async () => {
    const { did, session } = await panelistWithSession(kit(), 'cint-match');
    const before = alarms(kit());
    await deliver(kit(), matchReturn(session, 'success', '3/20'));
    await deliver(kit(), matchReturn(session, 'failure', '3/10'));
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 2]);
    // If the codes are inconclusive, the name of the return decides.
    await deliver(kit(), matchReturn(session, 'success', '3/'));
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
  });

  it.each<[Partner, (session: TestSession) => Call]>([
    ['cint-match', (session) => matchReturn(session, 'failure', '777/-1')],
    ['cint-match', (session) => matchPush(session, '3/777')],
    ['cint-router', (session) => routerCallback(session, 'jackpot')],
    ['purespectrum', (session) => spectrumChange(session, '777>21')],
  ])('does not follow from an unknown code of %s; an operator is alerted', async (partner, call) => {
    const { did, session } = await panelistWithSession(kit(), partner);
    const before = alarms(kit());
    await deliver(kit(), call(session));
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['technical: noted']);
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
  });
});

describe('an event that does not count', () => {
  const changed = (session: TestSession, change: Partial<TestSession>): TestSession => ({ ...session, ...change });

  it.each(COMPLETIONS)('is recorded and answered if its content changed, by %s', async (_, partner, complete) => {
    const { did, session } = await panelistWithSession(kit(), partner);
    await deliver(kit(), complete(session));
    const before = [alarms(kit()), (await withoutEffect('quarantined')).length] as const;
    const again = {
      'cint-match': matchPush(session, '3/10', { usd: '99.00' }),
      'cint-router': routerCallback(session, 'complete', { usd: '99.00' }),
      purespectrum: spectrumComplete(session, { usd: '99.00' }),
    }[partner];
    for (let n = 0; n < 2; n += 1) expect((await deliver(kit(), again)).statusCode).toBe(200);
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
    expect([alarms(kit()), (await withoutEffect('quarantined')).length]).toEqual([before[0] + 1, before[1] + 1]);
    const logged = JSON.parse(kit().log.findLast((line) => line.includes('needs review')) ?? '{}');
    const first = await kit().db.query('select id from partner_events where session_id = $1', [session.sessionId]);
    expect(logged.event).toBe(first.rows[0].id);
  });

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

  it('is refused if it can’t be read', async () => {
    for (const payload of ['', '{', 'null', '[1]', '"x"', '[null]', JSON.stringify(Array(1001).fill({}))]) {
      const url = `/partners/cint-match/callback/${SECRET}`;
      expect((await kit().app.inject({ method: 'POST', url, payload })).statusCode).toBe(400);
    }
    const strange = {
      session_id: 'a\u0000b',
      panelist_id: {},
      client_status: '\ud800',
      respondent_id: 'z'.repeat(9000),
    };
    const url = `/partners/cint-match/callback/${SECRET}`;
    expect((await deliver(kit(), { method: 'POST', url, payload: [strange, {}, []] })).statusCode).toBe(200);
  });
});

describe('the log', () => {
  it('names events by their number, and contains no session or panelist', () => {
    const lines = kit().log.filter((line) => line.includes('"partner":'));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).not.toMatch(/[sp]_[0-9a-f]{16}|device-/);
  });
});
