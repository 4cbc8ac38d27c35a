/**
 * One panelist's whole life with unique values, which are then searched for in everything that the product has written, answered or sent. A
 * did is a bearer credential and a PIN is cash, so a single hit is a leak.
 */

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@panel/domain/durations';
import { COPY_FORMATS } from '@panel/domain/panelists/your-data';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, taskFinished } from '@panel/domain/paths';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { dump } from '../../test/changes.ts';
import { type Collector, startCollector } from '../../test/collector.ts';
import { postWithMistakes, useWebBuild } from '../../test/forms.ts';
import { goldenFor } from '../../test/kit.ts';
import { TEMPLATE } from '../../test/postgres.ts';
import { type BuiltProduct, prepareBuiltProduct, type Running } from '../../test/product.ts';
import { insertWaitingTask } from '../invitations/invitations.testing.ts';
import { readWithCode } from '../panelists/your-data.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { urlOfDatabase } from '../platform/database/roles.ts';
import { CANARIES, found, makeMistakes, registrationBody } from './canary.testing.ts';

const did = CANARIES.did as string;

let product: BuiltProduct;
let server: Running;
let db: pg.Pool;
/** The server's responses, bodies and headers. */
const answers: string[] = [];
/** Every table of the database as text, before and after the profile was deleted. */
const dumps: string[] = [];
let metrics = '';
let collector: Collector;
let errorReceiver: Collector;

async function call(method: string, url: string, payload?: unknown, headers: Record<string, string> = {}) {
  for (;;) {
    const answer = await fetch(server.origin + url, {
      method,
      redirect: 'manual',
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    });
    const text = await answer.text();
    answers.push(`${method} ${answer.status} ${JSON.stringify([...answer.headers])} ${text}`);
    // On a busy machine PostgreSQL may be slower than a call's timeout, so it retries as a phone does.
    if (answer.status !== 503) return { status: answer.status, text };
  }
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 200 });

type Inbox = { devices: { number: string; messages: { body: string }[] }[] };
const chatTexts = () => product.chatTexts(did);

async function openYourData(): Promise<void> {
  for (const path of [api.yourData, ...COPY_FORMATS.map(api.dataCopy)]) await call('GET', path(did));
  expect((await call('POST', api.dataCode(did))).status).toBe(200);
  await eventually(async () => {
    CANARIES['unlock token'] = await readWithCode(server.origin, did, await chatTexts(), CANARIES.surname ?? '');
  });
}

const PSEUDONYM = `t_${'0'.repeat(32)}`;

/** A research task: the link in the chat, its study, and the report that it was finished. */
async function takePartInTask(): Promise<void> {
  const { rows } = await db.query('select id from panelists');
  const study = `${product.sandbox}/study/canary`;
  await insertWaitingTask(db, { name: 'canary', study, panelist: rows[0].id, pseudonym: PSEUDONYM });
  let link = '';
  await eventually(async () => {
    link = (await chatTexts()).flatMap((text) => /\/t\/canary\/\S+/.exec(text) ?? [])[0] ?? '';
    expect(link).not.toBe('');
  });
  // The token is derived with a key of the product, so its hash is known only now.
  const digest = createHash('sha256')
    .update(link.split('/').at(-1) ?? '')
    .digest();
  await db.query('update task_invitations set token_digest = $1', [digest]);
  const { headers } = await fetch(server.origin + link, { redirect: 'manual' });
  expect(headers.get('location')).toContain(`${study}?`);
  answers.push(JSON.stringify([...headers]));
  expect((await fetch(headers.get('location') ?? '')).status).toBe(200);
  const signature = createHmac('sha256', 'sandbox-secret').update(`finished:canary:${PSEUDONYM}`).digest('hex');
  expect((await call('POST', `${taskFinished('canary')}?pid=${PSEUDONYM}&signature=${signature}`)).status).toBe(204);
}

async function live(): Promise<void> {
  expect((await call('POST', api.register, registrationBody())).status).toBe(201);
  await call('GET', api.registrationCheck(did));
  for (const [golden, survey] of [
    ['secondRound', 'second-round'],
    ['quarterly', 'quarterly'],
    ['yearly', 'yearly'],
  ] as const)
    expect((await call('PUT', api.profiling(survey), goldenFor(golden, did))).status).toBe(200);
  const corrected = { account: { user_id: did, dob: CANARIES['corrected date of birth'] } };
  expect((await call('PUT', api.dateOfBirth, corrected)).status).toBe(200);
  await call('PUT', api.firstLanguage, goldenFor('firstLanguage', did));
  await call('PUT', api.preference(did), { data: [{ preference: 'research', value: true }] });
  await call('GET', api.preference(did));
  for (const partner of PARTNERS) {
    const { url } = JSON.parse((await call('GET', entryLink(partner)(did))).text);
    await (await fetch(url, { redirect: 'manual' })).text();
  }
  const { rows } = await db.query(
    `select id as "sessionId", pid, partner from survey_sessions where partner = 'purespectrum'`,
  );
  expect((await call('POST', spectrumComplete(rows[0], { usd: '6.00' }).url)).status).toBe(200);
  await takePartInTask();
  await openYourData();
  const { rows: routed } = await db.query(`select id from survey_sessions where partner = 'cint-router'`);
  await call('GET', `/partners/cint-router/return/complete?ssi=${routed[0].id}`);
  await makeMistakes(call, db);
  const entered = { ...CANARIES, dob: CANARIES['date of birth'] ?? '', words: `${did} ${CANARIES.surname}` };
  expect(await postWithMistakes(server.origin, did, entered)).toEqual([403, 400, 303, 409, 200]);

  await product.setSandbox('clock', { offsetMs: 15 * DAY_MS });
  await eventually(async () =>
    expect(JSON.parse((await call('GET', api.registrationCheck(did))).text).available_reward).toBe(54),
  );
  const words = `${did} ${CANARIES.surname}, born on ${CANARIES['date of birth']}`;
  const report = { session: routed[0].id, reason: 'other', text: words };
  expect((await call('POST', api.report(did), report)).text).toBe('true');
  expect((await call('GET', api.withdraw(did))).text).toBe('true');
  const vouchers = async () =>
    (await product.readSandbox<Inbox>(`inbox?did=${did}`)).devices.flatMap(({ number, messages }) =>
      messages.flatMap(({ body }) => (/\d{16}/.exec(body) ?? []).map((pin) => ({ number, pin }))),
    );
  await eventually(async () => expect(await vouchers()).toHaveLength(1));
  const [voucher] = await vouchers();
  CANARIES.number = voucher?.number ?? '';
  CANARIES.PIN = voucher?.pin ?? '';
  await call('GET', api.history(did));
  dumps.push(await dump(db));
  expect((await call('DELETE', api.deleteProfile(did))).text).toBe('true');
  await call('GET', api.registrationCheck(did));
  dumps.push(await dump(db));
  metrics = await (await fetch(`${server.internal}/metrics`)).text();
}

useWebBuild();
beforeAll(async () => {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  await admin.end();
  const url = urlOfDatabase(serverUrl, name);
  db = new pg.Pool({ connectionString: url, max: 2 });
  collector = await startCollector();
  errorReceiver = await startCollector();
  product = await prepareBuiltProduct(url, {
    LOG_LEVEL: 'trace',
    ERROR_REPORTING: 'on',
    ERROR_REPORTING_DSN: errorReceiver.address.replace('//', '//key@').concat('/1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  server = await product.start('all');
  await live();
});
afterAll(async () => {
  await product.close();
  await collector.close();
  await errorReceiver.close();
  await db.end();
});

describe('T4, T10, R16: of a whole life, the did, names, dates of birth, ethnicity, number and PIN are', () => {
  it('in no log line of any level, nor in a browser’s error report', () => {
    const log = product.log.join('');
    expect(log).toContain('error in a browser');
    expect(log).toContain('"level":50');
    expect(log).toContain('"method":"POST","route":"/*"');
    expect(found(log)).toEqual([]);
  });

  it('in no error that is forwarded', () => {
    expect(errorReceiver.received()).toContain('"logger":"error in a browser"');
    expect(errorReceiver.received()).toContain('"logger":"request failed"');
    expect(found(errorReceiver.received())).toEqual([]);
  });

  it('in no metric', () => {
    expect(metrics).toContain('route="/api/v2/panelist/did/:did"');
    expect(found(metrics)).toEqual([]);
  });

  it('in no trace of a request, a job, a statement or a call to a party', async () => {
    const names = () => collector.spans().map(({ name }) => name);
    await eventually(async () => expect(names()).toContain('DELETE /api/v2/panelist/did/:did'));
    expect(names()).toEqual(expect.arrayContaining(['job payouts', 'POST']));
    // One without a body, and one whose body arrives after its headers.
    for (const call of ['DELETE /api/v2/panelist/did/:did', 'POST /api/v2/panelist/create'])
      expect(collector.statementsOf(call), call).toContainEqual(expect.stringMatching(/\$1/));
    expect(collector.spans().filter(({ name }) => /^(GET|POST) \/(api|partners)/.test(name)).length).toBeGreaterThan(
      20,
    );
    expect(found(collector.received())).toEqual([]);
    // The forged callback has a query, and every address of a panelist has a did in it.
    expect(collector.received()).not.toMatch(/asr_s_hash|x-binu-did|"url\.|user_agent|client\.address/);
  });

  it('in no response, neither its body nor its headers', () => {
    expect(answers.length).toBeGreaterThan(25);
    expect(answers.flatMap((answer) => found(answer).map((name) => `${name}: ${answer}`))).toEqual([]);
  });

  it('in no request to a partner or the issuer; only the chat gets the device, its number and its PIN', async () => {
    type Requests = { requests: { party: string; path: string; body: string }[] };
    const { requests } = await product.readSandbox<Requests>('requests');
    const sent = new Map<string, string>();
    for (const { party, path, body } of requests) sent.set(party, `${sent.get(party) ?? ''}${path} ${body}\n`);
    expect([...sent.keys()].sort()).toEqual(['chat', 'flash', 'study', ...PARTNERS].sort());
    for (const [party, text] of sent)
      expect([party, found(text)]).toEqual([party, party === 'chat' ? ['did', 'number', 'PIN'] : []]);
  });

  it('in no column of the database, before or after the profile was deleted', () => {
    expect(dumps.map((text) => text.length > 1000)).toEqual([true, true]);
    expect(dumps.map(found)).toEqual([[], []]);
  });
});

it('names a traced request in the log by the id of its trace, and takes no id from the caller', async () => {
  const chosen = 'c0ffee'.padEnd(32, '0');
  const headers = { traceparent: `00-${chosen}-00f067aa0ba902b7-01` };
  const answer = await fetch(`${server.origin}/api/v2/unknown`, { headers });
  const { requestId } = (await answer.json()) as { requestId: string };
  const isLogged = () => product.log.join('').includes(`"requestId":"${requestId}"`);
  await eventually(async () => expect(isLogged()).toBe(true));
  await eventually(async () => expect(collector.spans().map(({ traceId }) => traceId)).toContain(requestId));
  expect(collector.received()).not.toContain(chosen);
});

it('T25: each line of the log is one JSON object, whatever is logged', () => {
  const lines = product.log.join('').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(25);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  expect(lines.filter((line) => JSON.parse(line).msg === 'injected')).toEqual([]);
});
