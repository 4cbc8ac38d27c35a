import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONG_WAIT, type Sandbox, startSandbox } from './sandbox.testing.ts';

let sandbox: Sandbox;
let bearer: string;
beforeEach(async () => {
  sandbox = await startSandbox();
  bearer = (await (await token()).json()).access_token;
});
afterEach(() => sandbox.close());

const token = (credentials = 'sandbox:sandbox-secret', grant = 'client_credentials') =>
  fetch(`${sandbox.url}/flash/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
const buy = (order: object = {}, signal?: AbortSignal) =>
  fetch(`${sandbox.url}/flash/aggregation/4.0/1voucher/purchase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference: 'W1', accountNumber: '0000-0000-0000-0001', amount: 5000, ...order }),
    ...(signal ? { signal } : {}),
  });
const bought = async (order: object = {}) => {
  const answer = await buy(order);
  expect(answer.status).toBe(200);
  return answer.json();
};
const clock = (offsetMs: number) => sandbox.post('/__sandbox/clock', { offsetMs });
const MINUTES = 60_000;

describe('token', () => {
  it('needs the key and the right grant', async () => {
    expect((await token('sandbox:wrong')).status).toBe(401);
    expect((await token('sandbox:sandbox-secret', 'password')).status).toBe(400);
    expect(await (await token()).json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  it('expires', async () => {
    await clock(59 * MINUTES);
    expect((await buy()).status).toBe(200);
    await clock(60 * MINUTES);
    expect((await buy()).status).toBe(401);
  });

  it('expires early if the scenario says so, and a new one works', async () => {
    await sandbox.set({ party: 'flash', mode: 'token-expired', times: 1 });
    expect((await buy()).status).toBe(401);
    expect((await buy()).status).toBe(401);
    bearer = (await (await token()).json()).access_token;
    expect((await bought()).responseCode).toBe(0);
  });
});

describe('a purchase', () => {
  it('gives a voucher', async () => {
    const answer = await bought({ metadata: { kind: 'reward' } });
    expect(answer).toMatchObject({
      responseCode: 0,
      reference: 'W1',
      amount: 5000,
      metadata: { kind: 'reward' },
      voucher: { amount: 5000, pin: expect.stringMatching(/^\d{16}$/), status: 'Active' },
    });
    expect(await sandbox.read('vouchers')).toMatchObject({ floatCents: 9_995_000, vouchers: [{ reference: 'W1' }] });
  });

  it('gets the same voucher for 30 minutes, then another', async () => {
    const first = await (await buy()).text();
    await clock(30 * MINUTES - 5000);
    expect(await (await buy()).text()).toBe(first);
    await clock(30 * MINUTES + 1000);
    const second = await bought();
    expect(second.voucher.pin).not.toBe(JSON.parse(first).voucher.pin);
    expect((await sandbox.read('vouchers')).vouchers).toHaveLength(2);
  });

  it('gives one voucher to ten simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => bought()));
    expect(new Set(answers.map(({ voucher }) => voucher.pin)).size).toBe(1);
    expect((await sandbox.read('vouchers')).vouchers).toMatchObject([{ asked: 10 }]);
  });

  it.each([
    ['the same reference for another amount', { amount: 6000 }, 4002],
    ['too little', { reference: 'W2', amount: 499 }, 2406],
    ['too much', { reference: 'W2', amount: 500_001 }, 2408],
    ['another account', { reference: 'W2', accountNumber: '0000-0000-0000-0002' }, 1001],
    ['a bad reference', { reference: 'W_2' }, 4001],
    ['a long reference', { reference: 'W'.repeat(37) }, 4001],
    ['half a cent', { reference: 'W2', amount: 5000.5 }, 4001],
    ['an amount in words', { reference: 'W2', amount: '5000' }, 4001],
    ['too much metadata', { reference: 'W2', metadata: { a: 'x'.repeat(44) } }, 4001],
  ])('is refused with 200 for %s', async (_, order, code) => {
    await bought();
    const answer = await bought(order);
    expect(answer.responseCode).toBe(code);
    expect(answer.voucher).toBeUndefined();
  });

  it('stops when the float is empty', async () => {
    await sandbox.post('/__sandbox/flash', { floatCents: 9000 });
    expect((await bought({ reference: 'W1' })).responseCode).toBe(0);
    expect((await bought({ reference: 'W2' })).responseCode).toBe(1002);
    expect((await bought({ reference: 'W1' })).responseCode).toBe(0);
    await sandbox.post('/__sandbox/flash', { floatCents: 5000 });
    expect((await bought({ reference: 'W2' })).responseCode).toBe(0);
  });
});

describe('faults', () => {
  const issued = async () => (await sandbox.read('vouchers')).vouchers.length;

  it.each([
    ['refuse', 1001],
    ['2400', 2400],
    ['2406', 2406],
    ['2408', 2408],
    ['no-float', 1002],
  ])('%s is a 200 without a voucher, except for one that was issued before', async (mode, code) => {
    await bought({ reference: 'W0' });
    await sandbox.set({ party: 'flash', mode, times: 1 });
    expect((await bought({ reference: 'W0' })).responseCode).toBe(0);
    expect((await bought()).responseCode).toBe(code);
    expect((await bought()).responseCode).toBe(0);
  });

  it('refuses with the requested code', async () => {
    await sandbox.set({ party: 'flash', mode: 'refuse', code: 2412 });
    expect((await bought()).responseCode).toBe(2412);
  });

  it('can refuse with HTTP 400', async () => {
    await sandbox.set({ party: 'flash', mode: 'refuse-400', code: 2408, times: 1 });
    const answer = await buy();
    expect([answer.status, (await answer.json()).responseCode]).toEqual([400, 2408]);
    expect((await bought()).responseCode).toBe(0);
  });

  it.each([
    ['500-before', 500, 0],
    ['500-after', 500, 1],
    ['garbage', 200, 1],
  ])('%s', async (mode, status, count) => {
    await sandbox.set({ party: 'flash', mode, times: 1 });
    const answer = await buy();
    expect(answer.status).toBe(status);
    if (status === 200) await expect(answer.json()).rejects.toThrow();
    expect(await issued()).toBe(count);
    expect((await bought()).responseCode).toBe(0);
    expect(await issued()).toBe(1);
  });

  it.each([
    ['hang-before', 0],
    ['hang-after', 1],
  ])('%s never replies', async (mode, count) => {
    await sandbox.set({ party: 'flash', mode, times: 1 });
    const client = new AbortController();
    const reply = buy({}, client.signal).catch(() => 'aborted');
    await vi.waitUntil(() => sandbox.state.requests.at(-1)?.path.endsWith('/purchase'), LONG_WAIT);
    expect(await issued()).toBe(count);
    client.abort();
    expect(await reply).toBe('aborted');
    expect((await bought()).responseCode).toBe(0);
  });

  it('is slow', async () => {
    await sandbox.set({ party: 'flash', mode: 'slow', times: 1, delayMs: 60 });
    const before = Date.now();
    await bought();
    expect(Date.now() - before).toBeGreaterThanOrEqual(55);
  });

  it('forget: a repeated reference gets a second voucher', async () => {
    const first = await bought();
    await sandbox.set({ party: 'flash', mode: 'forget', times: 1 });
    const second = await bought();
    expect(second.voucher.pin).not.toBe(first.voucher.pin);
    expect((await bought()).voucher.pin).toBe(second.voucher.pin);
  });
});

it('lists the vouchers of a South African day in the settlement file', async () => {
  // 21:59 UTC is 23:59 in South Africa; two minutes later it is tomorrow there.
  const midnight = Date.UTC(2030, 0, 1, 22) - Date.now();
  await clock(midnight - MINUTES);
  bearer = (await (await token()).json()).access_token;
  const first = await bought({ reference: 'W1' });
  await clock(midnight + MINUTES);
  await bought({ reference: 'W2', amount: 7000 });
  const file = async (date: string) => (await sandbox.get(`/flash/settlement.csv?date=${date}`)).text();
  expect(await file('2030-01-01')).toMatch(
    new RegExp(
      `^reference;amount;serialNumber;transactionId;transactionDate\nW1;5000;${first.voucher.serialNumber};${first.transactionId};2030-01-01T23:59:\\d\\d\\+02:00\n$`,
    ),
  );
  expect(await file('2030-01-02')).toContain('\nW2;7000;');
  expect((await sandbox.get('/flash/settlement.csv')).status).toBe(400);
});
