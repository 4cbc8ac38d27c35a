/** A proxy in front of the product that loses, cuts off or delays the app's scripts. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SCRIPT_FAULTS = ['blocked', 'broken', 'slow'] as const;
export type Fault = (typeof SCRIPT_FAULTS)[number];

const SLOW_MS = 120_000;

export async function startFaultyProxy(origin: string, fault: Fault): Promise<{ origin: string; close(): void }> {
  const target = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const isScript = /^\/assets\/.*\.js$/.test(incoming.url ?? '');
    if (isScript && fault === 'blocked') return outgoing.destroy();
    const headers = { ...incoming.headers, host: target.host };
    if (isScript) delete headers['accept-encoding'];
    // The server refuses a form from another origin.
    if (headers.origin) headers.origin = origin;
    const forwarded = request(
      { host: '127.0.0.1', port: target.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        const { statusCode = 502 } = answer;
        if (!isScript) return answer.pipe(outgoing.writeHead(statusCode, answer.headers));
        const { 'content-length': length, ...others } = answer.headers;
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.concat(parts);
          const send = () =>
            outgoing.writeHead(statusCode, others).end(fault === 'broken' ? body.subarray(0, body.length / 2) : body);
          if (fault === 'slow') setTimeout(send, SLOW_MS).unref();
          else send();
        });
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
