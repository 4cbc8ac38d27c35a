/** Requests that our pages never send: each is refused for its own error, and none of them gets a 500. */
import { METHODS } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { contents, goldenFor, newDid, registered, SUBMISSION_CALLS, send, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { buildConsoleApp } from '../../console-app.ts';
import { ASSET, useServer, webFolder } from '../../web/web.testing.ts';

const kit = useKit({ ERROR_REPORTING: 'on' });
useServer();
let did = '';
beforeAll(async () => {
  did = await registered(kit());
  await kit().app.listen({ port: 0, host: '127.0.0.1' });
});

/** Uses a socket, because Node's clients can't send every method. Returns the status. */
const rawStatus = (method: string, path: string, headers = '', { server } = kit().app): Promise<number> =>
  new Promise((resolve) => {
    let answer = '';
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(Number(answer.split(' ')[1])));
  });

describe('R13: an unsupported method', () => {
  // Node itself answers CONNECT and closes the connection.
  it.each(METHODS.filter((method) => !['CONNECT', 'GET'].includes(method)))('%s is not found', async (method) => {
    for (const path of ['/', api.config, api.registrationCheck(did).replace('/did/', '/none/'), '/nothing']) {
      expect([path, await rawStatus(method, path)]).toEqual([path, 404]);
      const withBody = 'content-type: application/json\r\ncontent-length: 0\r\n';
      expect(await rawStatus(method, path, withBody)).toBeLessThan(500);
    }
  });

  it('is not found on the operators’ servers', async () => {
    const consoleApp = buildConsoleApp(kit().deps);
    onTestFinished(() => consoleApp.close());
    const origin = `origin: ${kit().config.console.origin}\r\n`;
    for (const app of [kit().internal, consoleApp]) {
      await app.listen({ port: 0, host: '127.0.0.1' });
      for (const method of METHODS.filter((one) => one !== 'CONNECT'))
        expect([method, await rawStatus(method, '/', origin, app)]).toEqual([method, 404]);
    }
  });
});

describe('R13: every server', () => {
  let app: FastifyInstance;
  let consoleApp: FastifyInstance;
  beforeAll(() => {
    app = buildApp(kit().deps, { webFolder: webFolder() });
    consoleApp = buildConsoleApp(kit().deps, { folder: webFolder() });
  });
  afterAll(() => Promise.all([app.close(), consoleApp.close()]));
  const refusal = async (server: FastifyInstance, request: InjectOptions) => {
    const answer = await server.inject(request);
    return [request.url, answer.statusCode, answer.json().code];
  };

  it.each([
    ['if-match', '"x"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('answers 412 to %s of another version', async (name, value) => {
    const request = (url: string) => ({ url, headers: { [name]: value } });
    expect(await refusal(app, request(ASSET))).toEqual([ASSET, 412, 'precondition-failed']);
    for (const url of ['/', ASSET])
      expect(await refusal(consoleApp, request(url))).toEqual([url, 412, 'precondition-failed']);
  });

  it('answers 416 to a range beyond the end of a file, if it supports ranges', async () => {
    const headers = { range: 'bytes=90000-' };
    expect(await refusal(consoleApp, { url: ASSET, headers })).toEqual([ASSET, 416, 'range-not-satisfiable']);
    expect((await app.inject({ url: ASSET, headers })).statusCode).toBe(200);
  });

  it.each([
    ['an empty body', 400, 'invalid-json', ''],
    ['broken JSON', 400, 'invalid-json', '{'],
    ['a body that is too long', 413, 'payload-too-large', '1'.repeat(2_000_000)],
  ])('answers %s with %d', async (_, status, code, payload) => {
    for (const [server, url] of [
      [app, api.register],
      [app, '/nothing'],
      [consoleApp, '/nothing'],
      [kit().internal, '/metrics'],
    ] as const) {
      const origin = server === consoleApp && { origin: kit().config.console.origin };
      const headers = { 'content-type': 'application/json', ...origin };
      const request = { method: 'POST', url, payload, headers } as const;
      expect(await refusal(server, request)).toEqual([url, status, code]);
    }
  });
});

describe('R13: an error report', () => {
  const report = (payload: unknown) =>
    kit().app.inject({
      method: 'POST',
      url: api.telemetry,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });

  it.each([
    [{ message: { toString: null } }],
    [{ message: { toString: 7, valueOf: null }, stack: [[[]]] }],
    ['text'],
    [null],
    [[1]],
    [{ name: 1e308 }],
  ])('of any shape is accepted: %j', async (payload) => {
    expect((await report(payload)).statusCode).toBe(204);
  });

  it('that is long is read quickly, and every id in it is masked', async () => {
    // A pattern that looks for a digit at every letter would block the process for seconds.
    const before = process.cpuUsage();
    const stack = 'at abc-12345678 and 1234567 in abcdefgh ?did=1';
    expect((await report({ message: 'a'.repeat(31_000), stack })).statusCode).toBe(204);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    expect(kit().log.join('')).toContain('at {id} and {id} in {id} ');
  });

  it('is logged a limited number of times a minute', async () => {
    const logged = () => kit().log.filter((line) => line.includes('error in a browser')).length;
    const statuses = await Promise.all(Array.from({ length: 500 }, async () => (await report({})).statusCode));
    expect(statuses).toContain(429);
    expect(logged()).toBeLessThanOrEqual(60);
  });
});

describe('T1: a did in the query', () => {
  it.each(SUBMISSION_CALLS)('that differs from the one in the body of %s is refused', async (name, method, url) => {
    const body = goldenFor(name, did);
    const before = await contents(kit());
    for (const query of [`x-binu-did=${newDid()}`, `x-binu-did=${did}&x-binu-did=${newDid()}`, 'x-binu-did=']) {
      const answer = await send(kit(), method, `${url}?${query}`, body);
      expect([answer.statusCode, answer.json().errors?.[0].field]).toEqual([400, 'x-binu-did']);
    }
    expect(await contents(kit())).toEqual(before);
    expect((await send(kit(), method, `${url}?x-binu-did=${did}`, body)).statusCode).toBeLessThan(300);
  });

  it('that differs from the one in the path is refused', async () => {
    const preference = { data: [{ preference: 'research', value: false }] };
    for (const [method, url, body] of [
      ['GET', api.registrationCheck(did)],
      ['GET', api.withdraw(did)],
      ['PUT', api.preference(did), preference],
      ['DELETE', api.deleteProfile(did)],
    ] as const)
      expect([url, (await send(kit(), method, `${url}?x-binu-did=${newDid()}`, body)).statusCode]).toEqual([url, 400]);
    expect((await send(kit(), 'GET', `${api.registrationCheck(did)}?x-binu-did=${did}`)).statusCode).toBe(200);
  });
});

it('T1: a did in the body that differs from the one in the path is refused', async () => {
  const body = { account: { did: newDid() } };
  expect((await send(kit(), 'DELETE', api.deleteProfile(did), body)).statusCode).toBe(400);
  expect((await send(kit(), 'GET', api.registrationCheck(did))).statusCode).toBe(200);
});

describe('S2: the answer to a payload', () => {
  const nested = (depth: number): object => (depth === 0 ? [] : [nested(depth - 1)]);

  it.each([
    [
      'with a field that is nested too deep names the field',
      { account: { user_id: nested(60), dob: '1990-05-17' } },
      400,
    ],
    ['that is only brackets says that it isn’t the payload', nested(60), 422],
  ])('%s', async (_, body, status) => {
    const answer = await send(kit(), 'PUT', api.dateOfBirth, body);
    expect([answer.statusCode, answer.json().errors?.[0].field]).toEqual([
      status,
      status === 400 ? 'account.user_id' : undefined,
    ]);
  });
});

describe('T17: a payload with a duplicate key', () => {
  const sendText = (payload: string) =>
    kit().app.inject({
      method: 'PUT',
      url: api.dateOfBirth,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const account = (rest: string) => `{"account":{"user_id":"${did}","dob":"1990-05-17"${rest}}`;

  it.each([
    ['a key twice', () => account(',"dob":"1991-05-17"}'), 'account.dob'],
    ['a key twice, once escaped', () => account(',"\\u0064ob":"1990-05-17"}'), 'account.dob'],
    ['an object twice', () => account('},"account":{"user_id":"x","dob":"1990-05-17"}'), 'account'],
  ])('%s is refused by its field', async (_, payload, field) => {
    const answer = await sendText(payload());
    expect([answer.statusCode, answer.json().errors.map((error: { field: string }) => error.field)]).toEqual([
      400,
      [field],
    ]);
    expect(answer.json().detail).toContain(field);
  });

  it('is refused however the text before it is escaped', async () => {
    for (const more of ['"a\\\\":1,"b":"\\\\\\""', '"\\"a\\":":"{\\"dob\\" :"', '"c" : ["d" , "e:"]']) {
      const answer = await sendText(`{${more},"account":{"user_id":"${did}","dob":"1990-05-17","dob":"1991-05-17"}}`);
      expect([more, answer.json().errors?.[0].field]).toEqual([more, 'account.dob']);
    }
  });

  it('does not include equal keys in two objects, or text that looks like a key', async () => {
    expect((await sendText(`${account('')}}`)).statusCode).toBe(200);
    const answer = await sendText(`{"account":{"user_id":"a\\"dob\\": 1","dob":"1990-05-17"},"more":{"dob":1}}`);
    expect(answer.json().errors).toMatchObject([{ field: 'more' }]);
  });
});

describe('T17: a name', () => {
  it.each([
    ['a right-to-left override', 'Nomvula\u202eaD'],
    ['an isolate', 'Nomvula\u2066'],
    ['an Arabic letter mark', '\u061cNomvula'],
    ['a noncharacter', 'Nomvula\ufdd0'],
    ['a noncharacter of the last plane', 'Nomvula\u{10ffff}'],
  ])('with %s is refused', async (_, firstname) => {
    const golden = GOLDEN.registration.answers.firstname;
    const text = JSON.stringify(goldenFor('registration', newDid()));
    const answer = await send(kit(), 'POST', api.register, JSON.parse(text.replaceAll(golden, firstname)));
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json().errors)).toContain('first');
  });
});
