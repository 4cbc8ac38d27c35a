import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memberId, type Sandbox, sessionId, startSandbox } from '../sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const hmacOf = (part: string) => createHmac('md5', 'sandbox-secret').update(part).digest('hex');
const entry = (n = 1, { si = 'sandbox', part = `unique_user_id=${memberId(1)}&age=26&gender=f`, sign = hmacOf } = {}) =>
  `/cint-router/?si=${si}&ssi=${sessionId(n)}&${part}&hmac=${sign(part)}`;
const enter = async (n = 1) => {
  const answer = await sandbox.get(entry(n));
  expect(answer.headers.get('location')).toBe(`/cint-router/session/${sessionId(n)}`);
  return sessionId(n);
};
const pull = (n: number, key = 'sandbox-secret') =>
  sandbox.get(`/cint-router/suppliers_api/surveys?ssi=${sessionId(n)}&unique_user_id=${memberId(1)}`, {
    'x-yoursurveys-api-key': key,
  });
const isSigned = (url: string) => {
  const [, signed = '', signature] = /^(.*)&signature_hmac_sha=(.*)$/.exec(url) ?? [];
  return createHmac('sha256', 'sandbox-secret').update(signed).digest('hex') === signature;
};
const field = (url: string | undefined, name: string) => new URL(url ?? '').searchParams.get(name);

it.each([
  ['a wrong hmac', () => entry(1, { sign: () => '0'.repeat(32) }), '48'],
  [
    'an hmac over more than the person',
    () => entry(1, { sign: (part) => hmacOf(`ssi=${sessionId(1)}&${part}`) }),
    '48',
  ],
  ['a foreign supplier', () => entry(1, { si: 'other' }), '48'],
  ['a bad id', () => entry(1, { part: 'unique_user_id=a%20b' }), '48'],
  ['a gender in words', () => entry(1, { part: `unique_user_id=${memberId(1)}&gender=female` }), '1'],
])('shows an error page with %s', async (_, link, code) => {
  const answer = await sandbox.get(link());
  expect(answer.headers.get('location')).toBeNull();
  expect(await answer.text()).toContain(`Code ${code}.`);
});

it('calls tentative, then complete, each signed, with one transaction', async () => {
  const id = await enter();
  expect(await sandbox.press('cint-router', id, 'start', 'complete')).toBe(
    `${sandbox.panel.origin}/partners/cint-router/return/complete?ssi=${id}`,
  );
  const calls = await sandbox.panelCalls();
  expect(calls.map(({ method, url }) => [method, field(url, 'status'), isSigned(url)])).toEqual([
    ['GET', 'tentative', true],
    ['GET', 'complete', true],
  ]);
  expect(field(calls[0]?.url, 'txn_id')).toBe(field(calls[1]?.url, 'txn_id'));
  expect(Number(field(calls[1]?.url, 'cpi'))).toBeGreaterThanOrEqual(1);
  expect(field(calls[1]?.url, 'ssi')).toBe(id);
});

it.each([
  ['screenout', 'term', 'term'],
  ['overquota', 'overquota', 'overquota'],
  ['quality', 'blocked', 'term'],
  ['quit', 'term', 'term'],
])('ends %s at %s', async (action, to, status) => {
  expect(await sandbox.press('cint-router', await enter(), 'start', action)).toContain(`/return/${to}?`);
  const calls = await sandbox.panelCalls();
  expect(calls.map(({ url }) => [field(url, 'status'), field(url, 'cpi'), isSigned(url)])).toEqual([
    [status, '0.00', true],
  ]);
});

it('sends no callback for a person who never entered the survey', async () => {
  expect(await sandbox.press('cint-router', await enter(), 'quit')).toContain('/return/term?');
  await sandbox.set({ party: 'cint-router', mode: 'none', times: 1 });
  expect((await sandbox.get(entry(2))).headers.get('location')).toContain('/return/term?');
  await sandbox.set({ party: 'cint-router', mode: 'error', times: 1 });
  expect((await sandbox.get(entry(3))).status).toBe(400);
  expect(await sandbox.panelCalls()).toEqual([]);
});

it('answers garbage for the list only, and does not count an entry link', async () => {
  await sandbox.set({ party: 'cint-router', mode: 'garbage', times: 1 });
  await enter();
  expect(await (await pull(2)).text()).toContain('Under maintenance');
});

it('reverses under the same transaction id, and reinstates under a new one', async () => {
  const id = await enter();
  await sandbox.press('cint-router', id, 'start', 'complete');
  await sandbox.panelCalls();
  for (const to of ['reversed', 'reinstated', 'reversed'])
    await sandbox.post('/__sandbox/reconcile', { party: 'cint-router', session: id, to });
  const [, paid, reversed, again, andAgain] = sandbox.panel.calls;
  const statuses = [paid, reversed, again, andAgain].map((call) => field(call?.url, 'status'));
  expect(statuses).toEqual(['complete', 'reconciliation', 'complete', 'reconciliation']);
  const [first, second, third, fourth] = [paid, reversed, again, andAgain].map((call) => field(call?.url, 'txn_id'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
});

it('lists surveys for one user, whose links open one session', async () => {
  expect((await pull(1, 'wrong')).status).toBe(401);
  const { surveys } = await (await pull(1)).json();
  expect(surveys).toHaveLength(4);
  const [{ entry_link: link, cpi }, { entry_link: other }] = surveys;
  const open = (address: string, member = memberId(1)) =>
    fetch(address.replace('SUBID', sessionId(1)).replace(memberId(1), member), { redirect: 'manual' });
  expect((await open(link, memberId(2))).status).toBe(400);
  expect((await open(link)).headers.get('location')).toBe(`/cint-router/session/${sessionId(1)}`);
  expect((await open(other)).status).toBe(400);
  await sandbox.press('cint-router', sessionId(1), 'start', 'complete');
  const [, complete] = await sandbox.panelCalls();
  expect([field(complete?.url, 'cpi'), field(complete?.url, 'survey_id')]).toEqual([
    cpi,
    new URL(link).searchParams.get('offer_id'),
  ]);
});
