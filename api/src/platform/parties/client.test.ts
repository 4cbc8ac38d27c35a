import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpRequest, tryParseJson } from './client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const longTimeout = () => AbortSignal.timeout(60_000);

describe('a request to an outside party', () => {
  it('sends its method, headers and body, and returns status and text', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(418).end(`${request.method} ${request.headers['x-key']} ${body}`);
    });
    const request = {
      party: 'chat',
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: 'hello',
      signal: longTimeout(),
    } as const;
    expect(await httpRequest(url, request)).toEqual({ kind: 'answer', status: 418, text: 'POST k hello' });
  });

  it('T23: fails when its time is over, even if the response is still trickling in', async () => {
    const silent = await serve(() => {});
    const slow = await serve((_, response) => void response.writeHead(200).write('{"a":'));
    for (const url of [silent, slow])
      expect(await httpRequest(url, { party: 'chat', signal: AbortSignal.timeout(200) })).toEqual({
        kind: 'failure',
        code: 'timeout',
      });
  });

  it('T23: reads at most one mebibyte', async () => {
    let isCancelled = false;
    const url = await serve((_, response) => {
      response.on('close', () => {
        isCancelled = true;
      });
      const pump = () => {
        while (!isCancelled && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', pump);
      pump();
    });
    expect(await httpRequest(url, { party: 'chat', signal: longTimeout() })).toEqual({
      kind: 'failure',
      code: 'too-large',
    });
    await expect.poll(() => isCancelled, { timeout: 60_000 }).toBe(true);
  });

  it('follows no redirect, so our key is sent nowhere else', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end();
    });
    const url = await serve((_, response) => void response.writeHead(307, { location: elsewhere }).end());
    expect(await httpRequest(url, { party: 'chat', signal: longTimeout() })).toMatchObject({
      kind: 'answer',
      status: 307,
    });
    expect(visits).toBe(0);
  });

  it('fails if it reaches no server or can’t be sent', async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await httpRequest(url, { party: 'chat', signal: longTimeout() })).toEqual({
      kind: 'failure',
      code: 'unreachable',
    });
    const unsendable = { party: 'chat', headers: { authorization: 'a\nb' }, signal: longTimeout() };
    expect(await httpRequest(url, unsendable)).toEqual({ kind: 'failure', code: 'unreachable' });
  });
});

it('returns undefined for text that is not JSON', () => {
  expect([tryParseJson('{"a":1}'), tryParseJson('null'), tryParseJson('<html>')]).toEqual([{ a: 1 }, null, undefined]);
});
