import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes the server without cutting anyone off. */
    stop(): Promise<void>;
  }
}

/** How long clients are told that this answer is the last on their connection, before the connections close. */
const DRAIN_MS = 500;

/** Whether the process lives, whether it can do its work, and how it leaves. */
export function answerHealth(
  app: FastifyInstance,
  database: Database,
  /** What else is looked at, each at /healthz/ and its name. */
  checks: Readonly<Record<string, () => Promise<{ readonly ok: boolean }>>>,
): void {
  let isLeaving = false;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (isLeaving) return reply.status(503).send({ status: 'stopping' });
    return (await database.isUp()) ? { status: 'ready' } : reply.status(503).send({ status: 'no database' });
  });

  for (const [name, check] of Object.entries(checks))
    app.get(`/healthz/${name}`, async (_, reply) => {
      const found = await check();
      return reply.status(found.ok ? 200 : 503).send(found);
    });

  app.addHook('onSend', async (_, reply) => {
    if (isLeaving) reply.header('connection', 'close');
  });
  app.decorate('stop', async () => {
    isLeaving = true;
    await sleep(DRAIN_MS);
    await app.close();
  });
}
