import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { currentOutcome } from '@panel/domain/partners/session-reward';
import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../test/kit.ts';
import {
  alarms,
  type Call,
  deliver,
  eventsOf,
  insertSessions,
  matchPush,
  matchReturn,
  ONE_DOLLAR,
  panelistWithSession,
  pendingOf,
  type ReportedEvent,
  routerCallback,
  sessionRow,
  spectrumChange,
  spectrumComplete,
  type TestSession,
} from './partners.testing.ts';

const kit = useKit();

describe('S7: a reversal', () => {
  type Step = (session: TestSession, reported: ReportedEvent) => Call;
  const spectrum = (change: string): Step =>
    change === 'complete' ? spectrumComplete : (session, reported) => spectrumChange(session, change, reported);
  const push =
    (codes: string): Step =>
    (session, reported) =>
      matchPush(session, codes, reported);
  const back: Step = (session, reported) => matchReturn(session, 'success', '3/10', reported);
  const router =
    (status: string, txn: string | null = 't1'): Step =>
    (session, reported) =>
      routerCallback(session, status, { ...reported, txn });
  const HISTORIES: readonly (readonly [Partner, readonly Step[], Outcome])[] = [
    ['purespectrum', [spectrum('complete'), spectrum('21>33')], 'reversed'],
    ['purespectrum', [spectrum('complete'), spectrum('21>33'), spectrum('33>21')], 'complete'],
    ['purespectrum', [spectrum('complete'), spectrum('21>29'), spectrum('29>21')], 'complete'],
    ['purespectrum', [spectrum('13>21')], 'complete'],
    ['purespectrum', [spectrum('29>21')], 'complete'],
    ['cint-match', [push('3/10'), push('3/26')], 'reversed'],
    ['cint-match', [back, push('3/10'), push('3/26'), push('3/28'), push('3/11')], 'complete'],
    ['cint-router', [router('tentative'), router('complete'), router('reconciliation')], 'reversed'],
    [
      'cint-router',
      [
        router('tentative'),
        router('complete'),
        router('reconciliation'),
        router('complete', 't2'),
        router('reconciliation', 't2'),
      ],
      'reversed',
    ],
    ['cint-router', [router('complete'), router('reconciliation'), router('complete', 't2')], 'complete'],
  ];
  const permutations = <T>(items: readonly T[]): T[][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

  it.each(HISTORIES)(
    'of %s gives the same result in any order (history %#)',
    async (partner, history, expected) => {
      const orders = permutations(history);
      const did = await registered(kit());
      const sessions = await insertSessions(kit(), partner, did, orders.length);
      // A few at a time, because they all wait for the same wallet lock.
      const sendEvents = async (session: TestSession, at: number) => {
        for (const step of orders[at] ?? []) {
          const { statusCode } = await deliver(kit(), step(session, { usd: '0.10', survey: String(at + 1) }));
          expect([200, 303]).toContain(statusCode);
        }
      };
      for (let at = 0; at < sessions.length; at += 4)
        await Promise.all(sessions.slice(at, at + 4).map((session, n) => sendEvents(session, at + n)));
      expect(await pendingOf(kit(), did)).toBe(expected === 'complete' ? orders.length * 90 : 0);
      for (const { sessionId } of sessions) expect((await sessionRow(kit(), sessionId)).outcome).toBe(expected);
    },
    120_000,
  );

  it('that is repeated after it was undone moves nothing, and an operator is alerted', async () => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    for (const call of [spectrumComplete(session), spectrumChange(session, '21>33'), spectrumChange(session, '33>21')])
      await deliver(kit(), call);
    const before = alarms(kit());
    await deliver(kit(), spectrumChange(session, '21>33'));
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([ONE_DOLLAR, 1]);
  });

  it.each<[Partner, readonly Step[], Step]>([
    ['cint-match', [push('3/10'), push('3/26')], push('3/10')],
    ['cint-router', [router('complete', null), router('reconciliation', null)], router('complete', null)],
    ['purespectrum', [spectrum('complete'), spectrum('21>33')], spectrum('complete')],
  ])('of %s stays if the completion is repeated; an operator is alerted', async (partner, history, again) => {
    const { did, session } = await panelistWithSession(kit(), partner);
    for (const step of history) await deliver(kit(), step(session, {}));
    const before = alarms(kit());
    expect((await deliver(kit(), again(session, {}))).statusCode).toBe(200);
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 1]);
    const line = JSON.parse(kit().log.findLast((text) => text.includes('needs review')) as string);
    expect(line).toMatchObject({ partner, outcome: 'complete', effect: 'repeat-of-undone', event: expect.any(String) });
  });

  it.each(['930', '936', '940', '941', '942', '943', '944'])(
    'of Cint by code %s takes the reward back',
    async (code) => {
      const { did, session } = await panelistWithSession(kit(), 'cint-match');
      const before = alarms(kit());
      for (const codes of ['3/10', `3/${code}`]) await deliver(kit(), matchPush(session, codes));
      expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited', 'reversed: reversed']);
      expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([0, 0]);
    },
  );

  it('of the router with one address per status and no transaction is recorded', async () => {
    const { did, session } = await panelistWithSession(kit(), 'cint-router');
    for (const status of ['term', 'overquota', 'tentative', 'complete', 'reconciliation'])
      expect((await deliver(kit(), routerCallback(session, status, { txn: null }))).statusCode).toBe(200);
    expect(await eventsOf(kit(), session.sessionId)).toEqual([
      'screenout: noted',
      'overquota: noted',
      'tentative: noted',
      'complete: credited',
      'reversed: reversed',
    ]);
    expect(await pendingOf(kit(), did)).toBe(0);
  });

  it.each(['52', '75'])('does not follow from an undocumented %s; an operator is alerted', async (status) => {
    const { did, session } = await panelistWithSession(kit(), 'purespectrum');
    await deliver(kit(), spectrumComplete(session));
    const before = alarms(kit());
    expect((await deliver(kit(), spectrumChange(session, `21>${status}`))).statusCode).toBe(200);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited', 'technical: noted']);
    expect([await pendingOf(kit(), did), alarms(kit()) - before]).toEqual([ONE_DOLLAR, 1]);
    expect(kit().log.findLast((line) => line.includes('needs review'))).toContain('"alert":"unknown-code"');
  });
});

describe('the outcome of a session', () => {
  it.each<[Outcome[], Outcome]>([
    [['tentative', 'complete'], 'complete'],
    [['reversed', 'complete'], 'reversed'],
    [['reversed'], 'reversed'],
    [['complete', 'reinstated', 'reversed'], 'complete'],
    [['drop', 'screenout', 'technical'], 'screenout'],
    [['overquota', 'quality'], 'quality'],
    [['tentative'], 'tentative'],
    [[], 'technical'],
  ])('of %j is %s', (outcomes, expected) => {
    const events = outcomes.map((outcome) => ({ outcome, isByHand: false }));
    expect(currentOutcome(events)).toBe(expected);
    expect(currentOutcome(events.toReversed())).toBe(expected);
  });
});
