import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { newDid, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { SOCKET_LIMITS, type SocketLimits } from './sockets.ts';

const kit = useKit();
let app: FastifyInstance | undefined;
let sockets: Socket[] = [];
let drip: NodeJS.Timeout;
afterEach(async () => {
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await app?.close();
});

async function listen(socketLimits: SocketLimits): Promise<string> {
  app = buildApp(kit().deps, { socketLimits });
  app.get('/large', (_, reply) => reply.send(LARGE));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Opens 500 sockets that send these bytes, and then one at a time. */
async function connectSlowSockets(origin: string, bytes: string): Promise<void> {
  sockets = Array.from({ length: 500 }, () => connect(Number(new URL(origin).port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {}).resume();
  for (const socket of sockets) socket.write(bytes);
  drip = setInterval(() => {
    // Doesn't apply if nothing was sent: invalid input is closed at once.
    for (const socket of sockets) if (bytes && socket.writable) socket.write('b');
  }, 200);
  await expect.poll(() => sockets.some(({ connecting }) => connecting)).toBe(false);
}
const open = () => sockets.filter(({ closed }) => !closed).length;

/** The median time of 15 concurrent calls on new connections, the best of a few attempts. */
async function bestMedianMs(origin: string): Promise<number> {
  const call = async () => {
    const began = performance.now();
    const response = await fetch(origin + api.registrationCheck(newDid()), { headers: { connection: 'close' } });
    expect(response.status).toBe(404);
    return performance.now() - began;
  };
  const medians: number[] = [];
  for (let times = 0; times < 5; times += 1)
    medians.push((await Promise.all(Array.from({ length: 15 }, call))).sort((a, b) => a - b)[7] as number);
  return Math.min(...medians);
}

/** Longer than any test takes. */
const NEVER_MS = 250_000;
/** Half the default interval after which Node first checks its connections. */
const CLOSED_WITHIN_MS = 15_000;
const NO_LIMITS = { headersMs: NEVER_MS, requestMs: NEVER_MS, responseMs: NEVER_MS, checkEveryMs: 100 };
const BY_HEADERS = { ...NO_LIMITS, headersMs: 500 };
const BY_REQUEST = { ...BY_HEADERS, requestMs: 1000 };
const BY_RESPONSE = { ...NO_LIMITS, responseMs: 2000 };
/** More than the kernel buffers for a client that doesn't read. */
const LARGE = Buffer.alloc(24 * 1024 * 1024);

describe('T18: a client that sends very slowly', () => {
  it('has limits that add up to 18 seconds at most', () => {
    const { headersMs, requestMs, checkEveryMs } = SOCKET_LIMITS;
    expect(Math.max(headersMs, requestMs) + checkEveryMs).toBeLessThanOrEqual(18_000);
  });

  describe.each([
    ['nothing at all', BY_HEADERS, ''],
    ['half a header', BY_HEADERS, 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: a'],
    [
      'half a body',
      BY_REQUEST,
      `PUT ${api.dateOfBirth} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{"a`,
    ],
  ])('after %s', (_, limits, bytes) => {
    it('R10: is closed in time, and so are 499 others', async () => {
      await connectSlowSockets(await listen(limits), bytes);
      await expect.poll(open, { timeout: CLOSED_WITHIN_MS }).toBe(0);
    });

    it('R10: delays no other caller while it is open, nor do 499 others', async () => {
      const origin = await listen(NO_LIMITS);
      const aloneMs = await bestMedianMs(origin);
      await connectSlowSockets(origin, bytes);
      expect(await bestMedianMs(origin)).toBeLessThan(Math.max(10 * aloneMs, 500));
      expect(open()).toBe(500);
    });
  });
});

describe('T18: a client that reads its response slowly', () => {
  const GET_LARGE = 'GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

  it('has limits that add up to 18 seconds at most', () => {
    const { responseMs, checkEveryMs } = SOCKET_LIMITS;
    // The first check after it stops, plus as many more as the limit takes.
    const checks = 1 + Math.ceil(responseMs / checkEveryMs);
    expect(checks * checkEveryMs).toBeLessThanOrEqual(18_000);
  });

  it('R10: is closed in time if it reads nothing, and so are 19 others', async () => {
    const { port } = new URL(await listen(BY_RESPONSE));
    sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1').pause());
    const connections = () => new Promise((resolve) => app?.server.getConnections((_, count) => resolve(count)));
    for (const socket of sockets) socket.on('error', () => {}).write(GET_LARGE);
    await expect.poll(connections).toBe(20);
    await expect.poll(connections, { timeout: CLOSED_WITHIN_MS }).toBe(0);
  });

  it('gets the whole response if it keeps reading', async () => {
    const { port } = new URL(await listen(BY_RESPONSE));
    const socket = connect(Number(port), '127.0.0.1');
    sockets = [socket];
    socket.write(GET_LARGE);
    const began = performance.now();
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    await once(socket, 'close');
    expect(read).toBeGreaterThan(LARGE.length);
    expect(performance.now() - began).toBeGreaterThan(BY_RESPONSE.responseMs);
  });
});

describe('T18: an idle connection', () => {
  const keepAliveOf = async (origin: string) => {
    const response = await fetch(origin + api.config);
    await response.arrayBuffer();
    return response.headers.get('keep-alive')?.split(',')[0];
  };

  it('is kept for 65 seconds, or for five while half the connections are in use', async () => {
    const origin = await listen(NO_LIMITS);
    if (app) app.server.maxConnections = 20;
    expect(await keepAliveOf(origin)).toBe('timeout=65');
    sockets = Array.from({ length: 12 }, () => connect(Number(new URL(origin).port), '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await expect.poll(() => keepAliveOf(origin)).toBe('timeout=5');
    const [idle] = sockets;
    idle?.write(`GET ${api.config} HTTP/1.1\r\nhost: x\r\n\r\n`);
    idle?.resume();
    await expect.poll(() => idle?.closed).toBe(true);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => keepAliveOf(origin)).toBe('timeout=65');
  });
});
