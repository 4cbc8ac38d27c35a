import { afterEach, beforeEach, expect, it } from 'vitest';
import { advance } from './clock.ts';
import { type Sandbox, startSandbox } from './sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const press = (name: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}/__sandbox/${name}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

it('moves the clock and reports its offset', async () => {
  expect(await sandbox.read('clock')).toMatchObject({ offsetMs: 0 });
  await sandbox.post('/__sandbox/clock', { offsetMs: 5000 });
  expect(await sandbox.read('clock')).toMatchObject({ offsetMs: 5000 });
  for (const step of ['hour', 'day', 'fortnight']) expect((await press('clock', { step })).status).toBe(303);
  expect((await sandbox.read('clock')).offsetMs).toBe(5000 + (1 + 24 + 14 * 24) * 3_600_000);
  await press('clock', { step: 'reset' });
  expect(await sandbox.read('clock')).toMatchObject({ offsetMs: 0 });
  expect((await sandbox.post('/__sandbox/clock', { offsetMs: 'soon' })).status).toBe(400);
});

it('counts three months by the calendar', () => {
  const clock = { readings: 0, offsetMs: Date.UTC(2030, 10, 30, 12) - Date.now() };
  advance(clock, 'quarter');
  expect(new Date(Date.now() + clock.offsetMs).toISOString()).toMatch(/^2031-02-28T1[12]:/);
});

it.each([
  [{ party: 'nobody', mode: 'ok' }],
  [{ party: 'flash', mode: 'late' }],
  [{ party: 'chat' }],
  [{ party: 'cint-match', mode: 'late', channel: 'entry' }],
  [{ party: 'flash', mode: 'refuse', times: 0 }],
  [{ party: 'cint-match', mode: 'ok', usd: 'much' }],
])('refuses the scenario %j', async (scenario) => {
  expect((await sandbox.post('/__sandbox/scenario', scenario)).status).toBe(400);
});

it('keeps the faults of entry and callbacks apart, and ok ends both', async () => {
  await sandbox.set({ party: 'cint-match', mode: 'none' });
  await sandbox.set({ party: 'cint-match', mode: 'late', times: 2, usd: '1.5' });
  expect((await sandbox.read('scenario'))['cint-match']).toMatchObject({
    entry: { mode: 'none', left: null },
    callbacks: { mode: 'late', left: 2 },
    usd: '1.50',
  });
  await sandbox.set({ party: 'cint-match', mode: 'ok' });
  const after = (await sandbox.read('scenario'))['cint-match'];
  expect(after).toMatchObject({ entry: { mode: 'ok' }, callbacks: { mode: 'ok' } });
  expect(after.usd).toBeUndefined();
});

it('shows a control page and escapes what others wrote', async () => {
  await fetch(`${sandbox.url}/chat/v1/message?job_id=00000000-0000-4000-8000-000000000001`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ to: '27000000000000', recipient_type: 'individual', type: 'text', text: { body: '<b>Hi' } }),
  });
  await press('scenario', { party: 'flash', channel: 'purchase', mode: 'hang-after', times: '' });
  const text = await (await sandbox.get('/')).text();
  expect(text).toContain('&lt;b&gt;Hi');
  expect(text).toContain('value="hang-after" aria-pressed="true"');
  for (const label of ['+1 hour', '+1 day', '+14 days', '+3 months', 'Real time']) expect(text).toContain(label);
  expect(await (await sandbox.get('/?fault=%3Ci%3E')).text()).toContain('&lt;i&gt;');
  expect((await sandbox.get('/style.css')).headers.get('content-type')).toBe('text/css');
});

it('records the requests to each party', async () => {
  await sandbox.get('/chat/v1/users/demo-panelist-1?x=1', { authorization: 'Bearer any' });
  await sandbox.get('/flash/nothing');
  expect((await sandbox.read('requests')).requests).toMatchObject([
    { party: 'chat', method: 'GET', path: '/users/demo-panelist-1?x=1', status: 200 },
    { party: 'flash', path: '/nothing', status: 404 },
  ]);
});

it('resets everything except the panel’s origin', async () => {
  await sandbox.set({ party: 'flash', mode: 'refuse' });
  await sandbox.post('/__sandbox/clock', { step: 'day' });
  await sandbox.post('/__sandbox/flash', { floatCents: 1 });
  await sandbox.get('/flash/nothing');
  const { panelOrigin } = sandbox.state;
  await sandbox.post('/__sandbox/reset', {});
  expect(await sandbox.read('clock')).toMatchObject({ offsetMs: 0 });
  expect((await sandbox.read('scenario')).flash).toMatchObject({ purchase: { mode: 'ok' } });
  expect(await sandbox.read('vouchers')).toEqual({ floatCents: 10_000_000, vouchers: [] });
  expect(await sandbox.read('requests')).toEqual({ requests: [] });
  expect(sandbox.state.panelOrigin).toBe(panelOrigin);
});
