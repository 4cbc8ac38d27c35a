import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import {
  type Call,
  eventsOf,
  matchPush,
  matchReturn,
  panelistWithSession,
  routerCallback,
  spectrumComplete,
  type TestSession,
} from './partners.testing.ts';

const kit = useKit({
  CINT_MATCH_NETWORKS: '192.0.2.7',
  CINT_ROUTER_NETWORKS: '2001:db8:1::/48, 198.51.100.0/24',
  TRUSTED_PROXIES: '127.0.0.1',
});

const failures = async () =>
  (await kit().db.query("select partner from partner_events where trust = 'failed' and effect = 'refused'")).rowCount;

describe('T5: a callback of a partner whose addresses are configured', () => {
  const CALLS = {
    'cint-match': (session: TestSession) => matchPush(session, '3/10'),
    'cint-router': (session: TestSession) => routerCallback(session, 'complete'),
    purespectrum: (session: TestSession) => spectrumComplete(session),
  };
  const from = (call: Call, address: string) =>
    kit().app.inject({ ...call, headers: { 'x-forwarded-for': address }, remoteAddress: '127.0.0.1' });

  it.each([
    ['cint-match', '192.0.2.7'],
    ['cint-match', '::ffff:192.0.2.7'],
    ['cint-router', '198.51.100.200'],
    ['cint-router', '2001:db8:1::5'],
    ['purespectrum', '203.0.113.9'],
  ] as const)('of %s is accepted from %s', async (partner, address) => {
    const { session } = await panelistWithSession(kit(), partner);
    const { statusCode, body } = await from(CALLS[partner](session), address);
    expect([statusCode, body]).toEqual([200, 'OK']);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
  });

  it.each([
    ['cint-match', '192.0.2.8'],
    ['cint-match', 'unknown'],
    ['cint-router', '198.51.101.1'],
    ['cint-router', '2001:db8:2::5'],
  ] as const)('of %s is refused from %s like one with a wrong signature', async (partner, address) => {
    const { session } = await panelistWithSession(kit(), partner);
    const before = (await failures()) ?? 0;
    const { statusCode, body } = await from(CALLS[partner](session), address);
    expect([statusCode, body]).toEqual([403, 'refused']);
    expect([await eventsOf(kit(), session.sessionId), await failures()]).toEqual([[], before + 1]);
    const line = JSON.parse(kit().log.findLast((text) => text.includes('"partner":')) as string);
    expect(line).toMatchObject({
      partner,
      address,
      msg: 'a partner’s callback comes from an address that is not configured for it',
    });
  });

  it('does not affect browsers, which return from anywhere', async () => {
    const { session } = await panelistWithSession(kit(), 'cint-match');
    const { statusCode } = await from(matchReturn(session, 'success', '3/10'), '203.0.113.9');
    expect(statusCode).toBe(303);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
  });
});
