import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Closes the server after the requests under way are answered. Until `drained` it answers as usual, with `Connection: close`
     * and without being ready: a proxy needs a few checks to notice, and clients must stop using their connections.
     */
    stop(drained: Promise<unknown>): Promise<void>;
  }
}

/** Liveness, readiness, and a graceful shutdown. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  let isStopping = false;
  // Those that come at the same time share one check: however many there are, they take one connection.
  let check: Promise<boolean> | undefined;
  const isUp = () => {
    check ??= database.isUp().finally(() => {
      check = undefined;
    });
    return check;
  };
  // Load balancers may use HEAD, which must not fall through to the web app's page.
  const options = { exposeHeadRoute: true };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_, reply) => {
    if (isStopping) return reply.status(503).send({ status: 'stopping' });
    return (await isUp()) ? { status: 'ready' } : reply.status(503).send({ status: 'no database' });
  });

  app.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  app.decorate('stop', async (drained: Promise<unknown>) => {
    isStopping = true;
    await drained;
    await app.close();
  });
}
