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
  checkMoney: () => Promise<{ ok: boolean; faults: readonly string[] }>,
): void {
  let isLeaving = false;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (isLeaving) return reply.status(503).send({ status: 'stopping' });
    return (await database.isUp()) ? { status: 'ready' } : reply.status(503).send({ status: 'no database' });
  });

  app.get('/healthz/money', async (_, reply) => {
    const check = await checkMoney();
    return reply.status(check.ok ? 200 : 503).send(check);
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
