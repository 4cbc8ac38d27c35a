/** How approvers hear outside the console that a proposal waits. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { payoutForReview } from '../rewards/rewards.testing.ts';
import { startWorker } from '../worker/worker.ts';
import { type Browser, useConsole } from './console.testing.ts';
import { proposalAnnouncer, signedHeaders } from './proposal-webhook.ts';

const { kit, signIn } = useConsole();
const SECRET = randomBytes(32);
const log = { warn: vi.fn(), error: vi.fn() };
const received = { calls: [] as { headers: IncomingHttpHeaders; body: string }[], answer: 200, isSilent: false };
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.calls.push({ headers: request.headers, body });
  if (!received.isSilent) response.writeHead(received.answer).end();
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

let finance: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  finance = await signIn('finance-1', 'finance');
});
afterEach(async () => {
  await kit().db.query('update proposals set webhook_due_at = null where state = $1', ['open']);
  Object.assign(received, { calls: [], answer: 200, isSilent: false });
  log.warn.mockClear();
  log.error.mockClear();
});

const after = (ms: number) => kit().clock.set(addMs(NOW, ms));
const withWebhook = (secrets = [SECRET]) => {
  const deps = kit().depsAs('worker');
  const webhook = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`, secrets };
  return { ...deps, config: { ...deps.config, console: { ...deps.config.console, webhook } } };
};
const announce = (deps = withWebhook(), signal = new AbortController().signal) =>
  proposalAnnouncer(deps, log, signal)();
const resolvePayout = (id: string) =>
  finance.operate('resolve-payout', { id, outcome: 'not-issued', reason: 'Thandi phoned' });
/** Proposes to resolve a payout. Returns the proposal's number. */
const propose = async (): Promise<string> => (await resolvePayout((await payoutForReview(kit())).id)).json().proposal;
const ids = () => received.calls.map(({ headers }) => headers['webhook-id']);

describe('T27: a proposal that waits', () => {
  it('is told once, signed, with its number, operation, amount and link and nothing else', async () => {
    const proposal = await propose();
    expect(await announce()).toBe(1);
    expect(await announce()).toBe(0);
    expect(received.calls).toHaveLength(1);
    const { headers, body } = received.calls[0] ?? { headers: {}, body: '' };
    expect(JSON.parse(body)).toEqual({
      type: 'proposal.waiting',
      timestamp: NOW.toISOString(),
      data: {
        proposal,
        operation: 'Resolve a payout',
        amount: 60,
        link: `${kit().config.console.origin}/proposal?id=${proposal}`,
      },
    });
    const [id, seconds] = [`${proposal}-${NOW.getTime()}`, NOW.getTime() / 1000];
    const signature = createHmac('sha256', SECRET).update(`${id}.${seconds}.${body}`).digest('base64');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
    });
  });

  it('has the signature of the example that Standard Webhooks publishes', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const at = new Date(1_614_265_330_000);
    expect(signedHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has a signature of each secret while the receiver changes it', () => {
    const signatureOf = (...secrets: Buffer[]) => signedHeaders(secrets, 'P-1', NOW, '{}')['webhook-signature'];
    const old = randomBytes(32);
    expect(signatureOf(SECRET, old)).toBe(`${signatureOf(SECRET)} ${signatureOf(old)}`);
  });

  it('is told once if it is proposed twice', async () => {
    const { id } = await payoutForReview(kit());
    const answers = [await resolvePayout(id), await resolvePayout(id)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 409]);
    await announce();
    expect(received.calls).toHaveLength(1);
  });

  it('is told by the worker', async () => {
    const proposal = await propose();
    const worker = startWorker(withWebhook(), kit().app.log as FastifyBaseLogger, createMetrics());
    await expect.poll(() => received.calls[0]?.body).toContain(proposal);
    await worker.stop();
  });

  it('is not told after it was decided', async () => {
    await finance.refuse(await propose(), 'a mistake');
    expect(await announce()).toBe(0);
  });

  it('is tried again with backoff, under the same id', async () => {
    await propose();
    received.answer = 503;
    await announce();
    await announce();
    expect(received.calls).toHaveLength(1);
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ attempts: 1, failure: 'status 503' });
    after(30_000);
    await announce();
    after(60_000);
    await announce();
    expect(received.calls).toHaveLength(2);
    received.answer = 204;
    after(90_000);
    await announce();
    after(DAY_MS / 2);
    await announce();
    expect(ids()).toEqual(Array(3).fill(ids()[0]));
  });

  it('is given up when it expires, with an error in the log', async () => {
    await propose();
    received.answer = 500;
    for (let passed = 0; passed < 2 * DAY_MS; passed += 30 * MINUTE_MS) {
      after(passed);
      await announce();
    }
    expect(log.error.mock.calls.map(([, text]) => text)).toEqual(['the webhook was not told of a proposal']);
    expect(received.calls.length).toBeGreaterThan(20);
    expect(received.calls.length).toBeLessThan(40);
  });

  it('is never told late: a webhook that is set a day later gets nothing', async () => {
    await propose();
    expect(await proposalAnnouncer(kit().depsAs('worker'), log, new AbortController().signal)()).toBe(0);
    after(DAY_MS);
    expect(await announce()).toBe(0);
  });

  it('R12: does not delay a stop while the webhook hangs', async () => {
    await propose();
    received.isSilent = true;
    const stop = new AbortController();
    const sending = announce(withWebhook(), stop.signal);
    await expect.poll(() => received.calls.length).toBe(1);
    stop.abort();
    await sending;
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ failure: 'timeout' });
  });
});
