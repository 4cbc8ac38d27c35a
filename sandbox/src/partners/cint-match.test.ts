import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberId, type Sandbox, sessionId, startSandbox } from '../sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** Repeated here, so that the sandbox's signer isn't tested against itself. */
const hashOf = (url: string) => createHmac('sha1', 'sandbox-secret').update(url).digest('base64url');
function entry(fields: Record<string, string> = {}, sign = hashOf): string {
  const all = { SID: 'sandbox', PID: memberId(1), MID: sessionId(1), CLID: '9', 42: '26', 43: '2', ...fields };
  const order = ['SID', 'PID', 'MID', 'CLID', '42', '43', ...Object.keys(fields)] as (keyof typeof all)[];
  const query = [...new Set(order)].map((name) => `${name}=${all[name]}&`).join('');
  const path = `/cint-match/s/default.aspx?${query}`;
  return `${path}hash=${sign(sandbox.url + path)}`;
}
const enter = async (n = 1) => {
  const answer = await sandbox.get(entry({ PID: memberId(n), MID: sessionId(n) }));
  expect(answer.headers.get('location')).toBe(`/cint-match/session/${sessionId(n)}`);
  return sessionId(n);
};
const isHashRight = (url: string) => {
  const [, signed = '', hash] = /^(.*&)hash=(.*)$/.exec(url) ?? [];
  return hashOf(signed) === hash;
};

describe('the entry link', () => {
  it.each([
    ['a wrong hash', () => entry({}, () => 'AAAA'), '131'],
    ['a hash without the last &', () => entry({}, (url) => hashOf(url.slice(0, -1))), '131'],
    ['a hash that is not last', () => `${entry()}&x=1`, '131'],
    ['standard Base64', () => entry({}, (url) => `${hashOf(url)}=`), '131'],
    ['no hash', () => entry().replace(/&hash=.*/, ''), '131'],
    ['a foreign SID', () => entry({ SID: 'other' }), 'SID'],
    ['a bad PID', () => entry({ PID: 'p%20x' }), 'PID, MID'],
    ['a long MID', () => entry({ MID: 'm'.repeat(129) }), 'PID, MID'],
    ['no CLID', () => entry({ CLID: '' }), 'CLID'],
    ['2000 characters', () => entry({ 44: 'x'.repeat(1900) }), 'too long'],
  ])('shows an error page with %s', async (_, link, code) => {
    const answer = await sandbox.get(link());
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain(`Code ${code}.`);
    expect(sandbox.state.sessions.size).toBe(0);
  });

  it('opens one session, and a person has one session at a time', async () => {
    await enter(1);
    expect(await (await sandbox.get(entry())).text()).toContain('Code 301.');
    const second = entry({ MID: sessionId(2) });
    expect(await (await sandbox.get(second)).text()).toContain('Code 301.');
    await sandbox.press('cint-match', sessionId(1), 'start', 'complete');
    expect((await sandbox.get(second)).status).toBe(303);
    expect(await (await sandbox.get(entry())).text()).toContain('Code 301.');
  });

  it('lets a person in again after the open session was closed or timed out', async () => {
    await enter(1);
    await sandbox.post('/__sandbox/close', { party: 'cint-match', session: sessionId(1) });
    expect((await sandbox.get(entry({ MID: sessionId(2) }))).status).toBe(303);
    await sandbox.post('/__sandbox/clock', { step: 'day' });
    expect((await sandbox.get(`/cint-match/session/${sessionId(2)}`)).status).toBe(400);
    expect((await sandbox.get(entry({ MID: sessionId(3) }))).status).toBe(303);
  });

  it('fails, has no survey or is slow if the scenario says so', async () => {
    await sandbox.set({ party: 'cint-match', mode: 'error', times: 1 });
    expect(await (await sandbox.get(entry())).text()).toContain('Code 303.');
    await sandbox.set({ party: 'cint-match', mode: 'none', times: 1 });
    const none = (await sandbox.get(entry())).headers.get('location') ?? '';
    expect(none).toContain('/return/default?');
    expect(isHashRight(none)).toBe(true);
    await sandbox.set({ party: 'cint-match', mode: 'slow', times: 1, delayMs: 60 });
    const before = Date.now();
    await enter(2);
    expect(Date.now() - before).toBeGreaterThanOrEqual(55);
  });
});

describe('the end of a session', () => {
  it.each([
    ['complete', 'success', 3, 10],
    ['quality', 'quality', 3, 30],
    ['quit', 'failure', 122, 20],
  ])('%s has a signed return and a push', async (action, to, marketplace, client) => {
    const id = await enter();
    const back = await sandbox.press('cint-match', id, 'start', action);
    expect(back).toContain(
      `${sandbox.panel.origin}/partners/cint-match/return/${to}?mid=${id}&pid=${memberId(1)}&rid=`,
    );
    expect(back).toContain(`&st=${marketplace}&cs=${client}&`);
    expect(isHashRight(back)).toBe(true);
    const [push, ...more] = await sandbox.panelCalls();
    expect(more).toEqual([]);
    expect(push).toMatchObject({
      method: 'POST',
      url: `${sandbox.panel.origin}/partners/cint-match/callback/sandbox-secret`,
    });
    const item = JSON.parse(push?.body ?? '');
    expect(item).toMatchObject({
      panelist_id: memberId(1),
      session_id: id,
      marketplace_status: marketplace,
      client_status: client,
      rpi: { currency_code: 'USD' },
    });
    expect(Number(item.rpi.value)).toBeGreaterThanOrEqual(1);
    expect(Number(item.rpi.value)).toBeLessThanOrEqual(3);
    expect(back).toContain(`&rev=${action === 'complete' ? item.rpi.value : '0.00'}&sn=${item.survey_id}&`);
  });

  it('offers three surveys before it gives up, and pushes how each ended', async () => {
    const id = await enter();
    expect(await sandbox.press('cint-match', id, 'start', 'screenout', 'go-on', 'start', 'overquota')).toBe(
      `/cint-match/session/${id}`,
    );
    expect(await (await sandbox.get(`/cint-match/session/${id}`)).text()).toContain('Go on to another survey');
    const back = await sandbox.press('cint-match', id, 'go-on', 'start', 'screenout');
    expect(back).toContain('/return/failure?');
    const items = JSON.parse((await sandbox.panelCalls())[0]?.body ?? '') as {
      client_status: number;
      survey_id: number;
    }[];
    expect(items.map(({ client_status }) => client_status)).toEqual([20, 40, 20]);
    expect(new Set(items.map(({ survey_id }) => survey_id)).size).toBe(3);
  });

  it('returns a person who quits after a failed survey with its outcome', async () => {
    const id = await enter();
    expect(await sandbox.press('cint-match', id, 'start', 'overquota', 'quit')).toContain('/return/overquota?');
    const other = await enter(2);
    expect(await sandbox.press('cint-match', other, 'quit')).toContain('&st=120&cs=-1&');
  });
});

describe('callbacks', () => {
  const complete = async (mode: string, extra: object = {}) => {
    await sandbox.set({ party: 'cint-match', mode, times: 1, ...extra });
    return sandbox.press('cint-match', await enter(), 'start', 'complete');
  };

  it('get lost, and can be replayed', async () => {
    expect(isHashRight(await complete('missing'))).toBe(true);
    expect(await sandbox.panelCalls()).toEqual([]);
    const answer = await sandbox.post('/__sandbox/replay', { party: 'cint-match', session: sessionId(1) });
    expect(await answer.json()).toEqual({ statuses: [200] });
    expect(sandbox.panel.calls).toHaveLength(1);
  });

  it('arrive twice, byte for byte', async () => {
    await complete('double');
    const [first, second, ...more] = await sandbox.panelCalls();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  it('arrive late', async () => {
    await complete('late', { delayMs: 3_600_000 });
    expect(sandbox.panel.calls).toEqual([]);
    expect(sandbox.state.timers.size).toBe(1);
    await sandbox.post('/__sandbox/reset', {});
    await complete('late', { delayMs: 1 });
    expect(await sandbox.panelCalls()).toHaveLength(1);
  });

  it('arrive before the return', async () => {
    await complete('before-return');
    expect(sandbox.panel.calls).toHaveLength(1);
  });

  it('are retried only while the panel fails', async () => {
    sandbox.panel.statuses.push(500, 503, 200);
    await sandbox.press('cint-match', await enter(), 'start', 'complete');
    expect(await sandbox.panelCalls()).toHaveLength(3);
    expect(sandbox.state.deliveries).toMatchObject([{ tries: 3, status: 200 }]);
  });
});
