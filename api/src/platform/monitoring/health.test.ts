import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { api } from '@panel/domain/paths';
import { describe, expect, it, vi } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';

const kit = useKit();

it('logs a health check only if it fails', async () => {
  const logged = () => kit().log.filter((line) => line.includes('"route":"/readyz"')).length;
  for (const url of ['/healthz', '/readyz']) expect((await kit().app.inject(url)).statusCode).toBe(200);
  expect(kit().log.join('')).not.toContain('"route":"/healthz"');
  expect(logged()).toBe(0);
  vi.spyOn(kit().depsAs('api').database, 'isUp').mockResolvedValueOnce(false);
  expect((await kit().app.inject('/readyz')).statusCode).toBe(503);
  expect(logged()).toBe(1);
});

it('R12: a process that was told to stop is not ready, answers as usual while it drains, and then closes', async () => {
  const app = buildApp(kit().deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, agent }, (response) =>
        response.resume().on('end', () => resolve(response)),
      );
      sent.on('error', reject).end();
    });
  expect((await get('/readyz')).statusCode).toBe(200);

  let drain: (() => void) | undefined;
  const stopped = app.stop(
    new Promise<void>((resolve) => {
      drain = resolve;
    }),
  );
  expect((await get('/readyz')).statusCode).toBe(503);
  for (let call = 0; call < 3; call += 1) {
    const { statusCode, headers } = await get(api.config);
    expect(statusCode).toBe(200);
    expect(headers.connection).toBe('close');
  }
  drain?.();
  await stopped;
  await expect(get(api.config)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  agent.destroy();
});

describe('R12: a process that was told to stop is not delayed', () => {
  async function listening() {
    const app = buildApp(kit().deps);
    const answer = new PassThrough();
    app.get('/slow', (_, reply) => reply.send(answer));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, answer, at: { port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' } };
  }

  it('by a connection whose response is being sent when it begins to close', async () => {
    const { app, answer, at } = await listening();
    const agent = new Agent({ keepAlive: true });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ ...at, path: '/slow', agent }, resolve)
        .on('error', reject)
        .end();
      answer.write('begun');
    });
    expect(response.headers.connection).toBe('keep-alive');
    const stopped = app.stop(Promise.resolve());
    await vi.waitUntil(() => !app.server.listening);
    answer.end();
    await once(response.resume(), 'end');
    await stopped;
    agent.destroy();
  });

  it('by a connection that never sent a request', async () => {
    const { app, at } = await listening();
    const socket = connect(at);
    const closed = once(socket, 'close');
    await once(app.server, 'connection');
    await app.stop(Promise.resolve());
    await closed;
  });
});
