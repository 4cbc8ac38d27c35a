import { describe, expect, it, vi } from 'vitest';
import { NOW, registered, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { matchReturn } from './cint-match/contract.testing.ts';
import { deliver, enterSurvey, ONE_DOLLAR, panelistWithSession, pendingOf, sessionRow } from './partners.testing.ts';
import { ORIGIN } from './protocol.testing.ts';

const kit = useKit();

describe('a return', () => {
  it('is read with the configured origin, whatever the Host header says', async () => {
    const did = await registered(kit());
    const session = await enterSurvey(kit(), 'cint-match', did);
    const call = matchReturn(session, 'success', '3/10');
    expect(kit().config.publicOrigin).toBe(ORIGIN);
    await kit().app.inject({ ...call, headers: { host: 'panel.datafree.co', 'x-forwarded-host': 'evil.example' } });
    expect(await pendingOf(kit(), did)).toBe(ONE_DOLLAR);
  });

  it('leads to the app at the gateway, if there is one, because only there the browser remembers the panelist', async () => {
    const { deps, config } = kit();
    const gatewayOrigin = 'https://panel.datafree.co';
    const app = buildApp({ ...deps, config: { ...config, partners: { ...config.partners, gatewayOrigin } } });
    const { statusCode, headers } = await app.inject('/partners/purespectrum/return/complete?transactionId=s_1');
    await app.close();
    expect([statusCode, headers.location]).toEqual([303, `${gatewayOrigin}/survey-result/thanks?partner=purespectrum`]);
  });

  it('R21: writes nothing if its session is made up or already recorded', async () => {
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    const written = vi.spyOn(kit().depsAs('api').database, 'run');
    const comeBack = async (sessionId: string) => {
      const url = `/partners/purespectrum/return/complete?transactionId=${sessionId}`;
      expect((await deliver(kit(), { method: 'GET', url })).statusCode).toBe(303);
      return written.mock.calls.length;
    };
    expect(await comeBack(`s_${'0'.repeat(32)}`)).toBe(0);
    expect(await comeBack(session.sessionId)).toBe(1);
    expect(await comeBack(session.sessionId)).toBe(1);
    expect((await sessionRow(kit(), session.sessionId)).returned_at).toEqual(NOW);
    written.mockRestore();
  });

  it('to an unknown partner is not found', async () => {
    for (const url of ['/partners/acme/return/complete', '/partners/acme/callback', '/partners/__proto__/callback'])
      expect((await deliver(kit(), { method: 'GET', url })).statusCode).toBe(404);
  });
});
