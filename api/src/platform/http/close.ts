import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** A connection over which nothing was asked for so long is not about to be used. */
const UNUSED_MS = 1000;

/**
 * Returns what closes a server once the calls under way are answered. Node closes idle connections only when it begins to close, so one
 * whose answer was on its way just then would stay open for a minute, and one over which nothing was ever asked, as browsers open them
 * in advance, for as long as the client likes.
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
