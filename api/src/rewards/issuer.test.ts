import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registered, send, useKit } from '../../test/kit.ts';
import { type Issuer, issuerClient } from './issuer.ts';
import { runPayouts } from './payouts.testing.ts';
import { earnAvailable, wallet, withdrawalOf, withdrawing } from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

type Call = { path: string; authorization: string; body: string };
let server: Server;
let calls: Call[] = [];
let purchase: (response: ServerResponse, call: Call) => void;
let token: (response: ServerResponse) => void;
let client: (timeoutMs?: number) => Issuer;
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const VOUCHER = {
  responseCode: 0,
  reference: 'W1',
  transactionId: 77,
  voucher: { amount: 5000, pin: '1234567890123456', serialNumber: 'S-9876', expiryDate: '2029-11-15T00:00:00' },
};

const SETTINGS = { key: 'k', secret: 's', account: '0000-0000-0000-0001', purchasePath: '/buy' };
/** The address of a server, once it listens. */
async function listening(started: Server): Promise<string> {
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** Random, because PostgreSQL compresses repeated text before it checks the length. */
const LONG = randomBytes(4000).toString('hex');

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = { path: request.url ?? '', authorization: request.headers.authorization ?? '', body };
    calls.push(call);
    if (call.path === '/token') token(response);
    else purchase(response, call);
  });
  const url = await listening(server);
  client = (timeoutMs = 5000) => issuerClient({ ...SETTINGS, url }, timeoutMs);
});
beforeEach(() => {
  calls = [];
  token = json(200, { access_token: 'tok', expires_in: 3600 });
  purchase = json(200, VOUCHER);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const issue = (issuer = client()) => issuer.issue({ reference: 'W1', amountCents: 5000n });

describe('T9: the voucher issuer', () => {
  it('is called with a token and a reference, in whole cents', async () => {
    const issuer = client();
    expect(await issue(issuer)).toEqual({
      kind: 'issued',
      pin: '1234567890123456',
      serial: 'S-9876',
      transaction: '77',
      expiresOn: '2029-11-15',
    });
    await issue(issuer);
    expect(calls.map((call) => call.path)).toEqual(['/token', '/buy', '/buy']);
    expect(calls[0]).toMatchObject({ authorization: `Basic ${btoa('k:s')}`, body: 'grant_type=client_credentials' });
    expect(calls[1]?.authorization).toBe('Bearer tok');
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({
      reference: 'W1',
      accountNumber: '0000-0000-0000-0001',
      amount: 5000,
    });
  });

  it.each([
    ['a date without days', { expiryDate: '0000-00-00' }],
    ['a thirteenth month', { expiryDate: '2029-13-01' }],
    ['the 30th of February', { expiryDate: '2029-02-30T00:00:00' }],
    ['another order', { expiryDate: '15/11/2029' }],
    ['an object', { expiryDate: { toString: null } }],
    ['text that the database can’t store', { expiryDate: null, serialNumber: 'S-98\u000076' }],
    ['8,000 characters', { expiryDate: null, serialNumber: LONG }, { transactionId: LONG }],
    ['a number', { expiryDate: null, serialNumber: { toString: null } }, { transactionId: { toString: null } }],
  ])('a voucher with %s next to its PIN is stored and delivered', async (_, fields, reply: object = {}) => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    const issuer = client();
    await runPayouts({
      ...kit().deps,
      issuer: {
        async issue({ reference }) {
          purchase = json(200, { ...VOUCHER, ...reply, reference, voucher: { ...VOUCHER.voucher, ...fields } });
          return issuer.issue({ reference, amountCents: 5000n });
        },
      },
    });
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
    const wrong = await kit().db.query('select from vouchers where expires_on is not null or pin_sealed is null');
    expect(wrong.rowCount).toBe(0);
  });

  it('a code of 8,000 characters means unknown, and the payout is stored', async () => {
    const did = await withdrawing(kit());
    purchase = json(200, { responseCode: LONG });
    await runPayouts({ ...kit().deps, issuer: client() });
    const { state, code } = (
      await kit().db.query('select state, outcome_code as code from withdrawals where id = $1', [
        (await withdrawalOf(kit(), did)).id,
      ])
    ).rows[0];
    expect([state, code]).toEqual(['unknown', 'http-200']);
  });

  it.each([
    ['2406', 'refused'],
    ['2408', 'refused'],
    ['2400', 'unknown'],
    ['9999', 'unknown'],
  ])('a 2xx or 4xx reply with code %s means %s', async (code, kind) => {
    for (const status of [200, 202, 400, 403, 422]) {
      purchase = json(status, { responseCode: Number(code), responseMessage: 'no' });
      expect(await issue()).toEqual({ kind, code });
    }
  });

  it.each([
    ['a 500', json(500, {})],
    ['a 404', json(404, { responseCode: 2402 })],
    ['a 400 without a code', json(400, { responseMessage: 'Invalid amount' })],
    ['a 408 with the code of a refusal', json(408, { responseCode: 4001 })],
    ['a 500 with the code of a refusal', json(500, { responseCode: 4001 })],
    ['a redirect', (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['not JSON', (response: ServerResponse) => void response.end('<html>')],
    ['nothing', () => {}, 300],
    ['a cut line', (response: ServerResponse) => void response.destroy()],
    [
      'half an answer',
      (response: ServerResponse) => {
        response.write('{"responseCode":0');
        response.destroy();
      },
    ],
    ['a voucher of another reference', json(200, { ...VOUCHER, reference: 'W2' })],
    ['a voucher of another amount', json(200, { ...VOUCHER, voucher: { ...VOUCHER.voucher, amount: 5001 } })],
    ['a voucher without a PIN', json(200, { ...VOUCHER, voucher: { amount: 5000 } })],
    ['no voucher', json(200, { responseCode: 0, reference: 'W1' })],
  ])('%s means unknown, never a refusal', async (_, how, timeoutMs = 5000) => {
    purchase = how;
    expect(await issue(client(timeoutMs))).toMatchObject({ kind: 'unknown' });
  });

  it('renews an expired token, once, with the same reference', async () => {
    let first = true;
    purchase = (response) => {
      if (first) json(401, {})(response);
      else json(200, VOUCHER)(response);
      first = false;
    };
    expect(await issue()).toMatchObject({ kind: 'issued' });
    expect(calls.map((call) => call.path)).toEqual(['/token', '/buy', '/token', '/buy']);
    purchase = json(401, {});
    expect(await issue()).toEqual({ kind: 'not-started', code: 'http-401' });
  });

  it.each([
    [
      'no token',
      () => {
        token = json(403, {});
      },
    ],
    [
      'a token that never comes',
      () => {
        token = () => {};
      },
    ],
    [
      'too many requests',
      () => {
        purchase = json(429, {});
      },
    ],
  ])('has not started if there is %s', async (_, arrange) => {
    arrange();
    expect(await issue(client(300))).toMatchObject({ kind: 'not-started' });
  });

  it('has not started if no connection can be opened', async () => {
    const going = createServer((_, response) => {
      going.close();
      token(response.setHeader('connection', 'close'));
    });
    const issuer = issuerClient({ ...SETTINGS, url: await listening(going) });
    for (const code of ['not-connected', 'token']) expect(await issue(issuer)).toEqual({ kind: 'not-started', code });
  });
});

describe('T9: a token', () => {
  it.each<[string, unknown]>([
    ['that can’t be sent in a header', { access_token: 'tok\u0100en', expires_in: 3600 }],
    ['that is missing', { access_token: { toString: null }, expires_in: 3600 }],
  ])('%s is not used, and the purchase does not start', async (_, body) => {
    token = json(200, body);
    expect(await issue()).toEqual({ kind: 'not-started', code: 'token' });
    expect(calls.map((call) => call.path)).toEqual(['/token']);
  });

  it('with an unreadable expiry is used once', async () => {
    token = json(200, { access_token: 'tok', expires_in: { toString: null } });
    const issuer = client();
    for (const _ of ['once', 'again']) expect(await issue(issuer)).toMatchObject({ kind: 'issued' });
    expect(calls.map((call) => call.path)).toEqual(['/token', '/buy', '/token', '/buy']);
  });

  it.each<[string, typeof purchase]>([
    ['the issuer refuses with 403', json(403, { fault: { message: 'Invalid access token' } })],
    ['had no answer', (response) => void response.destroy()],
  ])('that %s is replaced at the next attempt, not after an hour', async (_, how) => {
    const issuer = client();
    purchase = how;
    expect(await issue(issuer)).toMatchObject({ kind: 'unknown' });
    purchase = json(200, VOUCHER);
    expect(await issue(issuer)).toMatchObject({ kind: 'issued' });
    expect(calls.map((call) => call.path)).toEqual(['/token', '/buy', '/token', '/buy']);
  });
});
