import { PARTNERS } from '@panel/domain/partners/partners';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { adapterOf } from './adapters.ts';
import { eventsOf, panelistWithSession } from './partners.testing.ts';
import type { Call, TestSession } from './protocol.testing.ts';
import { protocolOf } from './protocols.testing.ts';

const NETWORKS = '192.0.2.7, 2001:db8:1::/48, 198.51.100.0/24';
const kit = useKit({
  ...Object.fromEntries(PARTNERS.map((partner) => [adapterOf(partner).settings.networks.name, NETWORKS])),
  TRUSTED_PROXIES: '127.0.0.1',
});

const failures = async () =>
  (await kit().db.query("select partner from partner_events where trust = 'failed' and effect = 'refused'")).rowCount;
const from = (call: Call, address: string) =>
  kit().app.inject({ ...call, headers: { 'x-forwarded-for': address }, remoteAddress: '127.0.0.1' });

describe.each(PARTNERS)('T5: a callback of %s, if its addresses are configured', (partner) => {
  const complete = (session: TestSession) => protocolOf(partner).completions[0](session);

  it.each(['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.200', '2001:db8:1::5'])(
    'is accepted from %s',
    async (address) => {
      const { session } = await panelistWithSession(kit(), partner);
      const { statusCode, body } = await from(complete(session), address);
      expect([statusCode, body]).toEqual([200, 'OK']);
      expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
    },
  );

  it.each(['192.0.2.8', 'unknown', '198.51.101.1', '2001:db8:2::5'])(
    'is refused from %s like one with a wrong signature',
    async (address) => {
      const { session } = await panelistWithSession(kit(), partner);
      const before = (await failures()) ?? 0;
      const { statusCode, body } = await from(complete(session), address);
      expect([statusCode, body]).toEqual([403, 'refused']);
      expect([await eventsOf(kit(), session.sessionId), await failures()]).toEqual([[], before + 1]);
      const line = JSON.parse(kit().log.findLast((text) => text.includes('"partner":')) as string);
      expect(line).toMatchObject({
        partner,
        address,
        msg: 'a partner’s callback comes from an address that is not configured for it',
      });
    },
  );

  it('does not affect browsers, which return from anywhere', async () => {
    const { session } = await panelistWithSession(kit(), partner);
    for (const [name] of Object.entries(protocolOf(partner).returns)) {
      const url = `/partners/${partner}/return/${name}?${protocolOf(partner).returned(session)}`;
      expect((await from({ method: 'GET', url }, '203.0.113.9')).statusCode).toBe(303);
    }
    const signed = protocolOf(partner)
      .completions.map((report) => report(session))
      .find(({ url }) => url.includes('/return/'));
    if (!signed) return;
    expect((await from(signed, '203.0.113.9')).statusCode).toBe(303);
    expect(await eventsOf(kit(), session.sessionId)).toEqual(['complete: credited']);
  });
});
