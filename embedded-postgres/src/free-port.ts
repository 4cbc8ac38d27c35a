import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that was free a moment ago; whoever uses it must be ready to find it taken. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.');
  return address.port;
}
