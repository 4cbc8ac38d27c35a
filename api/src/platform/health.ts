import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes the server after the requests under way are answered. */
    stop(): Promise<void>;
  }
}

/** How long `Connection: close` is sent before connections are closed, so that clients stop using them. */
const DRAIN_MS = 500;

/** Liveness, readiness, and a graceful shutdown. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  let isStopping = false;
  // Load balancers may use HEAD, which must not fall through to the web app's page.
  const options = { exposeHeadRoute: true };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_, reply) => {
    if (isStopping) return reply.status(503).send({ status: 'stopping' });
    return (await database.isUp()) ? { status: 'ready' } : reply.status(503).send({ status: 'no database' });
  });

  app.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  app.decorate('stop', async () => {
    isStopping = true;
    await sleep(DRAIN_MS);
    await app.close();
  });
}
