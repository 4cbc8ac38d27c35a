/** What holds for every partner's stand-in of the sandbox, which shares no code with the product. */
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberId, type Sandbox, sessionId, startSandbox } from '../../../sandbox/src/sandbox.testing.ts';
import { settingsReader } from '../platform/settings.ts';
import { connectPartners, readPartnerSettings } from './adapters.ts';
import type { PartnerEvent, Received, SurveyPartner } from './partner.ts';
import { protocolOf } from './protocols.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const connected = (partner: Partner): SurveyPartner =>
  connectPartners(readPartnerSettings(settingsReader({ SANDBOX_URL: sandbox.url })), false)[partner];

async function linkFor(partner: Partner, n = 1): Promise<string> {
  const person = { age: 26, gender: 'female', pidAt: () => '', completed: new Set<string>() } as const;
  const request = { sessionId: sessionId(n), pid: memberId(n), ...person };
  const result = await connected(partner).entry(request, AbortSignal.timeout(60_000));
  if (result.kind !== 'link') throw new Error(`${partner} gave ${result.kind}`);
  return result.url;
}
const open = (url: string) => fetch(url, { redirect: 'manual' });
async function enter(partner: Partner, n = 1): Promise<string> {
  expect((await open(await linkFor(partner, n))).headers.get('location')).toBe(`/${partner}/session/${sessionId(n)}`);
  return sessionId(n);
}

/** What our adapter makes of the calls that the panel got. */
async function received(partner: Partner): Promise<Received[]> {
  const calls = await sandbox.panelCalls();
  return calls.map(({ method, url, body }) =>
    connected(partner).receive({
      channel: 'callback',
      method,
      publicUrl: url,
      lastSegment: new URL(url).pathname.split('/').at(-1) ?? '',
      body,
    }),
  );
}
const eventsIn = (messages: readonly Received[]): readonly PartnerEvent[] => messages.flatMap(({ events }) => events);
const isPaid = ({ outcome }: PartnerEvent) => outcome === 'complete' || outcome === 'reinstated';
const reconcile = (party: Partner, session: string, to: string) =>
  sandbox.post('/__sandbox/reconcile', { party, session, to });

it('there is one for each partner, in the same order', () => {
  expect(sandbox.state.partners.map(({ party }) => party)).toEqual(PARTNERS);
});

describe.each(PARTNERS)('the stand-in of %s', (partner) => {
  it('opens our entry link once, and not for somebody else', async () => {
    const link = await linkFor(partner);
    expect((await open(link.replaceAll(memberId(1), memberId(2)))).status).toBe(400);
    expect(sandbox.state.sessions.size).toBe(0);
    expect((await open(link)).status).toBe(303);
    expect((await open(link)).status).toBe(400);
    expect(sandbox.state.sessions.size).toBe(1);
  });

  it('reports a completion with its price, signed, and returns the browser', async () => {
    await sandbox.set({ party: partner, mode: 'ok', usd: 2.5 });
    const session = await enter(partner);
    const back = await sandbox.press(partner, session, 'start', 'complete');
    const { pathname } = new URL(back);
    const [, name = ''] = pathname.split(`/partners/${partner}/return/`);
    expect(connected(partner).returns.get(name)).toBe('complete');
    expect(new URL(back).searchParams.get(connected(partner).returnedSession)).toBe(session);
    const paid = eventsIn(await received(partner)).filter(isPaid);
    expect(paid).toMatchObject([{ outcome: 'complete', sessionId: session, usdMicros: 2_500_000n }]);
    for (const { url } of sandbox.panel.calls) expect(protocolOf(partner).isGenuine(url)).toBe(true);
    // A second press, or the browser's back button.
    const count = sandbox.panel.calls.length;
    expect(await sandbox.press(partner, session, 'complete')).toBe(back);
    expect(await sandbox.panelCalls()).toHaveLength(count);
  });

  it.each(['screenout', 'overquota', 'quality', 'quit'])('pays nothing after %s', async (action) => {
    const session = await enter(partner);
    let back = await sandbox.press(partner, session, 'start', action);
    // Some offer another survey first.
    if (!back.startsWith(sandbox.panel.origin)) back = await sandbox.press(partner, session, 'quit');
    const [, name = ''] = new URL(back).pathname.split(`/partners/${partner}/return/`);
    expect(connected(partner).returns.get(name)).not.toBe('complete');
    const messages = await received(partner);
    for (const { trust } of messages) expect(trust).toBe('verified');
    for (const { alert } of eventsIn(messages)) expect(alert).toBeUndefined();
    expect(eventsIn(messages).filter(isPaid)).toEqual([]);
  });

  it('forges its callbacks if the scenario says so', async () => {
    await sandbox.set({ party: partner, mode: 'forged', times: 1 });
    await sandbox.press(partner, await enter(partner), 'start', 'complete');
    const messages = await received(partner);
    expect(messages.length).toBeGreaterThan(0);
    for (const { trust } of messages) expect(trust).toBe('failed');
    for (const { url } of sandbox.panel.calls) expect(protocolOf(partner).isGenuine(url)).toBe(false);
  });

  it('reverses a completion once, and reinstates it if it does so at all', async () => {
    const session = await enter(partner);
    expect((await reconcile(partner, session, 'reversed')).status).toBe(409);
    await sandbox.press(partner, session, 'start', 'complete');
    await sandbox.panelCalls();
    expect((await reconcile(partner, session, 'reinstated')).status).toBe(409);
    expect(await (await reconcile(partner, session, 'reversed')).json()).toEqual({ status: 200 });
    expect((await reconcile(partner, session, 'reversed')).status).toBe(409);
    const reversed = eventsIn(await received(partner)).at(-1);
    expect(reversed).toMatchObject({ outcome: 'reversed', sessionId: session });
    const again = await reconcile(partner, session, 'reinstated');
    expect(again.status).toBe(protocolOf(partner).reinstated ? 200 : 409);
    const events = eventsIn(await received(partner)).filter((event) => isPaid(event) || event.outcome === 'reversed');
    expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(protocolOf(partner).reinstated ? 3 : 2);
    for (const { url } of sandbox.panel.calls) expect(protocolOf(partner).isGenuine(url)).toBe(true);
  });

  it('lists the completes of a month in its statement, including reversed ones', async () => {
    const [kept, reversed] = [await enter(partner, 1), await enter(partner, 2)];
    for (const session of [kept, reversed]) await sandbox.press(partner, session, 'start', 'complete');
    await sandbox.press(partner, await enter(partner, 3), 'start', 'quality');
    await sandbox.panelCalls();
    await reconcile(partner, reversed, 'reversed');
    const month = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 7);
    const file = await (await sandbox.get(`/${partner}/statement.csv?month=${month}`)).text();
    const [head, ...rows] = file.trim().split('\n');
    expect(head).toBe('session;status;amount');
    expect(rows.map((row) => row.replace(/;\d\.\d\d$/, ''))).toEqual([`${kept};complete`, `${reversed};reversed`]);
  });
});
