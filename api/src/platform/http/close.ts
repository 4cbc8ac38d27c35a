import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** A connection without a request for this long is idle. */
const UNUSED_MS = 1000;

/**
 * Returns a function that closes the server once running calls are answered. Node closes idle connections only when it starts closing. One
 * that was still being answered would stay open for a minute, and one that a browser opened in advance for as long as the client likes.
 */
export function closerOf(app: FastifyInstance): () => Promise<void> {
  const unused = new Map<Socket, number>();
  app.server.on('connection', (socket) => {
    unused.set(socket, performance.now());
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  const closeUnused = () => {
    app.server.closeIdleConnections();
    for (const [socket, since] of unused) if (performance.now() - since > UNUSED_MS) socket.destroy();
  };
  return async () => {
    const closing = setInterval(closeUnused, LOOK_EVERY_MS);
    await app.close().finally(() => clearInterval(closing));
  };
}
