import type { FastifyInstance } from 'fastify';
import { clockSkewMs, MAX_CLOCK_SKEW_MS } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { closerOf } from '../http/close.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Closes the server once running requests are answered. Until `drained` it answers as usual, with `Connection: close`, but isn't ready:
     * a proxy needs a few checks to notice, and clients must stop using their connections.
     */
    stop(drained: Promise<unknown>): Promise<void>;
  }
}

const READY = 'ready';

/** A machine with a wrong clock gets no calls, because the clock decides when a reward is released and what was earned today. */
async function readinessOf(database: Database): Promise<string> {
  if (!(await database.isUp())) return 'no database';
  const skewMs = await clockSkewMs(database).catch(() => 0);
  return Math.abs(skewMs) > MAX_CLOCK_SKEW_MS ? 'wrong clock' : READY;
}

/** Liveness, readiness, and a graceful shutdown. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  let isStopping = false;
  // Concurrent checks share one query, so any number of them takes one connection.
  let check: Promise<string> | undefined;
  const readiness = () => {
    check ??= readinessOf(database).finally(() => {
      check = undefined;
    });
    return check;
  };
  // Load balancers may use HEAD, which must not fall through to the web app's page.
  const options = { exposeHeadRoute: true };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_, reply) => {
    if (isStopping) return reply.status(503).send({ status: 'stopping' });
    const status = await readiness();
    return reply.status(status === READY ? 200 : 503).send({ status });
  });

  app.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  const close = closerOf(app);
  app.decorate('stop', async (drained: Promise<unknown>) => {
    isStopping = true;
    await drained;
    await close();
  });
}
