import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memberId, type Sandbox, sessionId, startSandbox } from '../sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

type Listed = { surveyId: number; cpi: number; score: number; entryLink: string };
const match = (n = 1, changed: Record<string, string> = {}, token = 'sandbox-secret') => {
  const query = new URLSearchParams({
    respondentId: sessionId(n),
    memberId: memberId(1),
    respondentLocalization: 'en_ZA',
    211: '112',
    212: '26',
    ...changed,
  });
  return sandbox.get(`/purespectrum/surveys/fusionMatch?${query}`, { 'access-token': token });
};
const surveys = async (n = 1, changed: Record<string, string> = {}): Promise<Listed[]> =>
  (await (await match(n, changed)).json()).surveys;
const open = (link: string | undefined) => fetch(link ?? '', { redirect: 'manual' });
const enter = async (n = 1) => {
  const [best] = await surveys(n);
  expect((await open(best?.entryLink)).headers.get('location')).toBe(`/purespectrum/session/${sessionId(n)}`);
  return sessionId(n);
};
const isHashed = (url: string, name: string) => {
  const [signed, hash] = url.split(`&${name}=`);
  return createHash('sha1').update(`${signed}sandbox-secret`).digest('hex') === hash;
};

it('requires its access token', async () => {
  expect((await match(1, {}, 'wrong')).status).toBe(403);
});

it('lists matching surveys, best first', async () => {
  const all = await surveys();
  expect(all.map(({ score }) => score)).toEqual([98, 81, 64, 57, 43, 30]);
  expect(await surveys(1, { maxNumberOfSurveysReturned: '1' })).toEqual(all.slice(0, 1));
  expect((await surveys(1, { 211: '111', 212: '50' })).map(({ score }) => score)).toEqual([98, 57, 43, 30]);
  for (const unfit of [{ 212: '17' }, { 211: '' }, { 212: '' }, { respondentLocalization: 'en_US' }])
    expect(await surveys(1, unfit)).toEqual([]);
  expect((await match(1, { memberId: '' })).status).toBe(400);
  for (const { cpi, entryLink } of all) {
    expect(cpi).toBeGreaterThanOrEqual(1);
    expect(cpi).toBeLessThanOrEqual(3);
    expect(entryLink).toContain(`/start-session/sandboxZA${String(Math.round(cpi * 100)).padStart(4, '0')}?`);
  }
});

it('has no survey, fails or is slow if the scenario says so', async () => {
  await sandbox.set({ party: 'purespectrum', mode: 'none', times: 1 });
  expect(await surveys()).toEqual([]);
  await sandbox.set({ party: 'purespectrum', mode: 'error', times: 1 });
  expect((await match()).status).toBe(500);
  await sandbox.set({ party: 'purespectrum', mode: 'slow', times: 1, delayMs: 60 });
  const before = Date.now();
  expect(await surveys()).toHaveLength(6);
  expect(Date.now() - before).toBeGreaterThanOrEqual(55);
});

it('lists the same surveys until one is started', async () => {
  const ids = async (n: number) => (await surveys(n)).map(({ surveyId }) => surveyId);
  const first = await ids(1);
  expect(await ids(2)).toEqual(first);
  await enter(3);
  expect(await ids(4)).not.toContain(first[0]);
  await sandbox.set({ party: 'purespectrum', mode: 'garbage', times: 1 });
  expect(await (await match(5)).text()).toContain('maintenance');
});

it('limits calls to 300 a minute', async () => {
  sandbox.state.callTimes.set('purespectrum', Array<number>(299).fill(Date.now()));
  expect((await match()).status).toBe(200);
  expect((await match()).status).toBe(429);
  await sandbox.post('/__sandbox/clock', { step: 'hour' });
  expect((await match()).status).toBe(200);
});

it('opens a link once, and no other link of its list', async () => {
  const [best, second] = await surveys();
  expect((await open(best?.entryLink.replace(memberId(1), memberId(2)))).status).toBe(400);
  expect((await open(best?.entryLink)).status).toBe(303);
  expect((await open(best?.entryLink)).status).toBe(400);
  expect((await open(second?.entryLink)).status).toBe(400);
});

it('posts a complete with its price, which the browser never gets', async () => {
  const id = await enter();
  const back = await sandbox.press('purespectrum', id, 'start', 'complete');
  expect(back).toContain(`${sandbox.panel.origin}/partners/purespectrum/return/complete?transactionId=${id}&`);
  expect(back).not.toMatch(/cpi/i);
  expect(isHashed(back, 'asr_s_hash')).toBe(true);
  const [call, ...more] = await sandbox.panelCalls();
  expect(more).toEqual([]);
  expect(call?.method).toBe('POST');
  expect(call?.url).toMatch(
    new RegExp(
      `/callback\\?transactionId=${id}&memberId=${memberId(1)}&cpi=\\d\\.\\d\\d&survey_LOI=\\d+&surveyID=\\d{8}&`,
    ),
  );
  expect(isHashed(call?.url ?? '', 'asr_s_hash')).toBe(true);
});

it.each([
  ['sha256', (text: string) => createHash('sha256').update(`${text}sandbox-secret`)],
  ['hmac-sha1', (text: string) => createHmac('sha1', 'sandbox-secret').update(text)],
  ['hmac-sha256', (text: string) => createHmac('sha256', 'sandbox-secret').update(text)],
])('signs by %s if configured, also after a reset', async (signature, sign) => {
  sandbox.state.environment = { PURESPECTRUM_SIGNATURE: signature };
  await sandbox.post('/__sandbox/reset', {});
  await sandbox.press('purespectrum', await enter(), 'start', 'complete');
  const [call] = await sandbox.panelCalls();
  const [signed = '', hash] = (call?.url ?? '').split('&asr_s_hash=');
  expect(hash).toBe(sign(signed).digest('hex'));
});

it.each([
  ['screenout', 'terminate'],
  ['overquota', 'nosurveys'],
  ['quality', 'blacklist'],
  ['quit', 'terminate'],
])('%s returns to %s without a callback', async (action, to) => {
  expect(await sandbox.press('purespectrum', await enter(), 'start', action)).toContain(`/return/${to}?transactionId=`);
  expect(await sandbox.panelCalls()).toEqual([]);
});

it('reverses and reinstates over GET', async () => {
  const id = await enter();
  await sandbox.press('purespectrum', id, 'start', 'complete');
  await sandbox.panelCalls();
  for (const to of ['reversed', 'reinstated'])
    await sandbox.post('/__sandbox/reconcile', { party: 'purespectrum', session: id, to });
  const [, reversed, reinstated] = sandbox.panel.calls;
  expect(reversed?.method).toBe('GET');
  expect(reversed?.url).toContain(`/callback?ps_rstatus=33&oldStatus=21&supSid=${id}&supCpi=`);
  expect(reinstated?.url).toContain(`/callback?ps_rstatus=21&oldStatus=33&supSid=${id}&supCpi=`);
  for (const call of [reversed, reinstated]) expect(isHashed(call?.url ?? '', 'ps_s_hash')).toBe(true);
});

it('gives an empty statement for a month without completes, and none without a month', async () => {
  const empty = await sandbox.get('/purespectrum/statement.csv?month=2020-01');
  expect(await empty.text()).toBe('session;status;amount\n');
  expect((await sandbox.get('/cint-match/statement.csv')).status).toBe(400);
});
