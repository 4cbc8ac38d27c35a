import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { forwardErrors } from './error-forwarding.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'panel-errors-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** A receiver that keeps what it gets, and answers unless it is silent. */
async function startReceiver(isSilent = false) {
  const received: { url: string | undefined; auth: unknown; parts: Record<string, unknown>[] }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const parts = body.split('\n').map((part) => JSON.parse(part));
    received.push({ url: request.url, auth: request.headers['x-sentry-auth'], parts });
    if (!isSilent) response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const dsn = `http://public-key@127.0.0.1:${(server.address() as AddressInfo).port}/prefix/42`;
  const env = { DATA_DIR: dataDir, ERROR_REPORTING: 'on', ERROR_REPORTING_DSN: dsn, RELEASE: 'r7' };
  const config = await readConfig(env);
  const lines: string[] = [];
  if (!config.errorReceiver) throw new Error('no receiver');
  const log = forwardErrors({ write: (line) => lines.push(line) }, config.errorReceiver, config);
  return { received, config, log, lines };
}

const STACK = '    at run (file:///srv/api/src/worker.js:3:7)\n    at main (file:///srv/api/src/process.js:9:1)';
const jobFailed = (at: number) =>
  `${JSON.stringify({ level: 50, time: at, err: { type: 'TypeError', code: '23514', stack: STACK }, job: 'payouts', msg: 'job failed' })}\n`;

describe('T4: errors are forwarded as envelopes', () => {
  const DID = 'canary-did-12345';

  it('of a request that failed: with its trace and its place, without its message and its address', async () => {
    const { received, config, log } = await startReceiver();
    const app = buildApp({ config } as AppDependencies, { logTo: log });
    app.get('/broken/:did', () => {
      throw new RangeError(`the row of ${DID}`);
    });
    const { requestId } = (await app.inject(`/broken/${DID}?x-binu-did=${DID}`)).json();
    await app.inject(`/api/v2/none/${DID}`);
    await app.close();
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
    const [{ url, auth, parts }] = received as [(typeof received)[0]];
    expect(url).toBe('/prefix/api/42/envelope/');
    expect(auth).toMatch(/^Sentry sentry_version=7, .*sentry_key=public-key$/);
    const [head, item, event] = parts;
    expect(item).toEqual({ type: 'event' });
    expect(head?.event_id).toBe(event?.event_id);
    expect(event).toMatchObject({
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      platform: 'node',
      environment: 'sandbox',
      release: 'r7',
      contexts: { trace: { trace_id: requestId } },
      exception: { values: [{ type: 'RangeError', value: 'request failed' }] },
    });
    expect(JSON.stringify(event)).toContain('error-forwarding.test.ts","lineno":');
    expect(JSON.stringify(received)).not.toContain('canary');
  });

  it('of a browser: masked as in the log', async () => {
    const { received, config, log } = await startReceiver();
    const app = buildApp({ config } as AppDependencies, { logTo: log });
    const stack = `TypeError: x\n    at open (https://panel.example/assets/Ab12_x.js:1:123456)\n    at ${DID}`;
    const payload = { name: 'TypeError', message: `x of ${DID} and 0821234567`, stack, path: `/user-dob/${DID}` };
    await app.inject({ method: 'POST', url: api.telemetry, payload });
    await app.close();
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
    expect(received[0]?.parts[2]).toMatchObject({
      platform: 'javascript',
      tags: { path: '/user-dob/{id}' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'x of {id} and {id}',
            stacktrace: {
              frames: [{ function: 'open', filename: '/assets/Ab12_x.js', lineno: 1, colno: 123456 }],
            },
          },
        ],
      },
    });
    expect(JSON.stringify(received)).not.toMatch(/canary|0821234567/);
  });

  it('of a job that failed, by its name', async () => {
    const { received, log } = await startReceiver();
    log.write(jobFailed(1_700_000_000_000));
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
    expect(received[0]?.parts[2]).toMatchObject({
      timestamp: 1_700_000_000,
      tags: { job: 'payouts', code: '23514' },
      exception: {
        values: [
          // Oldest call first.
          {
            stacktrace: {
              frames: [{ filename: '/srv/api/src/process.js' }, { filename: '/srv/api/src/worker.js', lineno: 3 }],
            },
          },
        ],
      },
    });
  });
});

describe('T19: a flood of errors', () => {
  it('is logged whole, and thirty a minute are forwarded', async () => {
    const { received, config, log, lines } = await startReceiver();
    for (let at = 0; at < 200; at += 1) log.write(jobFailed(at));
    await vi.waitFor(() => expect(received).toHaveLength(30), { timeout: 20_000 });
    for (let at = 0; at < 5; at += 1) log.write(jobFailed(at));
    expect(lines).toHaveLength(205);
    // Whatever was sent before this one has arrived with it.
    await fetch(config.errorReceiver?.url ?? '', { method: 'POST', body: '{}' });
    expect(received).toHaveLength(31);
  });

  it('holds up nothing if the receiver never answers: one request is open at a time', async () => {
    const { received, log, lines } = await startReceiver(true);
    for (let at = 0; at < 10_000; at += 1) log.write(jobFailed(at));
    expect(lines).toHaveLength(10_000);
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
  });
});
