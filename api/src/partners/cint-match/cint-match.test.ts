import { describe, expect, it } from 'vitest';
import { registered, useKit } from '../../../test/kit.ts';
import {
  alarms,
  deliver,
  enterSurvey,
  eventsOf,
  ONE_DOLLAR,
  panelistWithSession,
  pendingOf,
  sessionRow,
} from '../partners.testing.ts';
import { SECRET } from '../protocol.testing.ts';
import { cintOutcome } from './adapter.ts';
import { matchItem, matchPush, matchReturn } from './contract.testing.ts';

const kit = useKit();

describe('S7: a completed survey', () => {
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
});

it('a push is refused if it can’t be read', async () => {
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

it('the marketplace’s and the client’s code are read together', () => {
  expect(cintOutcome('3', '10')).toBe('complete');
  for (const code of ['26', '930', '936', '940', '941', '942', '943', '944'])
    expect(cintOutcome('3', code)).toBe('reversed');
  expect(cintOutcome('40', '-1')).toBe('overquota');
  expect(cintOutcome('23', '')).toBe('screenout');
  expect(cintOutcome('3', '1')).toBe('drop');
});

it('S6: a link to Cint Match carries the router’s pseudonym only if that is switched on', async () => {
  const did = await registered(kit());
  const { url: without } = await enterSurvey(kit(), 'cint-match', did);
  expect(without).not.toContain('ys_uuid');
  const match = kit().deps.config.partners['cint-match'];
  Object.assign(match, { sendsRouterPid: true });
  const { url } = await enterSurvey(kit(), 'cint-match', did);
  Object.assign(match, { sendsRouterPid: false });
  const { pid } = await enterSurvey(kit(), 'cint-router', did);
  expect(new URL(url).searchParams.get('ys_uuid')).toBe(pid);
  expect(url).toMatch(/&ys_uuid=[^&]+&hash=[^&]+$/);
});
