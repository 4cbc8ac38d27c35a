/** Metrics and log lines about partners' messages that an operator has to check. */
import { channel } from 'node:diagnostics_channel';
import type { Partner } from '@panel/domain/partners/partners';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { matchItem, matchPush, matchReturn } from './cint-match/contract.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver, panelistWithSession } from './partners.testing.ts';
import { type Call, SECRET, type TestSession } from './protocol.testing.ts';
import { spectrumChange, spectrumComplete } from './purespectrum/contract.testing.ts';

const kit = useKit();
const PUSH = `/partners/cint-match/callback/${SECRET}`;
const push = (payload: string): Call => ({ method: 'POST', url: PUSH, payload });

/** The partners' counters that aren't zero. */
async function counted(name: string): Promise<Record<string, number>> {
  const { body } = await kit().internal.inject('/metrics');
  expect(body).toContain(`# TYPE panel_partner_${name}_total counter\n`);
  const lines = body.matchAll(new RegExp(`^panel_partner_${name}_total{partner="(.*)",\\w+="(.*)"} (\\d+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, partner, label, value]) => [`${partner} ${label}`, Number(value)]));
}
/** What these calls add to the counters. */
async function added(name: string, calls: readonly Call[]): Promise<Record<string, number>> {
  const before = await counted(name);
  for (const call of calls) await deliver(kit(), call);
  const after = Object.entries(await counted(name)).map(
    ([key, value]) => [key, value - (before[key] as number)] as const,
  );
  return Object.fromEntries(after.filter(([, value]) => value !== 0));
}

describe('an event that needs review is counted by partner and reason', () => {
  const strange = (session: TestSession) => ({ ...session, pid: `p_${'0'.repeat(32)}` });
  it.each<[string, Partner, (session: TestSession) => readonly Call[]]>([
    ['no-amount', 'cint-router', (session) => [routerCallback(session, 'complete', { usd: '' })]],
    ['unknown-code', 'cint-router', (session) => [routerCallback(session, 'finished')]],
    ['contradiction', 'cint-match', (session) => [matchReturn(session, 'success', '3/20')]],
    [
      'quarantined',
      'purespectrum',
      (session) => [spectrumComplete(session), spectrumComplete(session, { usd: '2.00' })],
    ],
    ['other-panelist', 'purespectrum', (session) => [spectrumComplete(strange(session))]],
    [
      'repeat-of-undone',
      'purespectrum',
      (session) => [spectrumComplete(session), spectrumChange(session, '21>33'), spectrumComplete(session)],
    ],
    ['unreadable', 'cint-match', () => [push('{')]],
  ])('as %s', async (reason, partner, calls) => {
    const { session } = await panelistWithSession(kit(), partner);
    expect(await added('alarms', calls(session))).toEqual({ [`${partner} ${reason}`]: 1 });
  });

  it('but not if nothing is wrong, or if it is a repeat', async () => {
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    const call = spectrumComplete(session, { usd: '' });
    await deliver(kit(), call);
    expect(await added('alarms', [call, spectrumComplete(session), spectrumComplete(session)])).toEqual({});
  });
});

describe('a callback is counted by partner and result', () => {
  it('whether it is accepted, refused or can’t be read, but a browser’s return is not counted', async () => {
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    const calls: Call[] = [
      spectrumComplete(session),
      spectrumComplete(session, { key: 'guessed' }),
      { method: 'GET', url: '/partners/purespectrum/callback' },
      { method: 'POST', url: '/partners/purespectrum/callback', payload: 'x'.repeat(300_000) },
      { method: 'GET', url: '/partners/purespectrum/return/complete' },
      { method: 'GET', url: '/partners/acme/callback' },
    ];
    expect(await added('callbacks', calls)).toEqual({
      'purespectrum verified': 1,
      'purespectrum refused': 2,
      'purespectrum unreadable': 1,
    });
  });
});

describe('a push', () => {
  const items = (count: number) =>
    JSON.stringify(Array(count).fill({ ...matchItem(STRANGER, '3/20'), x: 'x'.repeat(250) }));
  const STRANGER = { partner: 'cint-match', sessionId: 's_none', pid: 'p_none' } as const;

  it.each([
    ['not JSON', '{'],
    ['an item that isn’t an object', '[null]'],
    ['more than 1000 items', JSON.stringify(Array(1001).fill({}))],
    ['too large', `"${'x'.repeat(1024 * 1024)}"`],
  ])('that can’t be read is logged with the reason, and is not counted: %s', async (fault, payload) => {
    const results: unknown[] = [];
    const listen = (call: unknown) => results.push(call);
    channel('panel.party-calls').subscribe(listen);
    const { statusCode } = await deliver(kit(), push(payload));
    channel('panel.party-calls').unsubscribe(listen);
    expect(statusCode).toBe(fault === 'too large' ? 413 : 400);
    const line = JSON.parse(kit().log.findLast((text) => text.includes('can’t be read')) as string);
    expect(line).toMatchObject({ level: 50, partner: 'cint-match', fault, bytes: payload.length });
    expect(results).not.toContainEqual(expect.objectContaining({ result: 'answered' }));
  });

  it('of a thousand events is accepted, but a body that long only from a caller who knows the secret', async () => {
    const payload = items(1000);
    expect(payload.length).toBeGreaterThan(400_000);
    expect((await deliver(kit(), push(payload))).statusCode).toBe(200);
    for (const url of ['/partners/cint-match/callback/guessed', `/partners/purespectrum/callback/${SECRET}`])
      expect((await deliver(kit(), { method: 'POST', url, payload })).statusCode).toBe(413);
    const { session } = await panelistWithSession(kit(), 'purespectrum');
    expect((await deliver(kit(), { ...spectrumComplete(session), payload })).statusCode).toBe(413);
    expect((await deliver(kit(), { ...matchPush(session, '3/10', { key: 'guessed' }) })).statusCode).toBe(403);
  });
});
