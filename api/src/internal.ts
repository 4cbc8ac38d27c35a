import Fastify, { type FastifyInstance } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { countMessagesToSend } from './messages/outbox.ts';
import { pendingReview } from './operator/pending-review.ts';
import { clockSkewMs } from './platform/clock.ts';
import type { Metrics } from './platform/metrics.ts';
import { answerProblems, problemSender } from './platform/problems.ts';
import { quickMoneyCheck } from './rewards/money-check.ts';
import { countOpenPayouts } from './rewards/review.ts';

/** The server for operators' monitoring, on a port of its own that the public doesn't reach. */
export function buildInternalApp({ config, database }: AppDependencies, metrics: Metrics): FastifyInstance {
  const app = Fastify({ logger: false, exposeHeadRoutes: true, requestTimeout: 15_000 });
  answerProblems(app, problemSender(config.product));
  const checks = { money: quickMoneyCheck, attention: pendingReview };
  for (const [name, check] of Object.entries(checks))
    app.get(`/healthz/${name}`, async (_, reply) => {
      const result = await check(database);
      return reply.status(result.ok ? 200 : 503).send(result);
    });

  app.get('/metrics', async (_, reply) => {
    const { total, idle, waiting } = database.connections();
    const [payouts, messages, skewMs] = await Promise.all([
      countOpenPayouts(database),
      countMessagesToSend(database),
      clockSkewMs(database),
    ]);
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return metrics.render({
      'panel_queue_length{queue="payouts"}': payouts,
      'panel_queue_length{queue="messages"}': messages,
      'panel_database_connections{state="used"}': total - idle,
      'panel_database_connections{state="idle"}': idle,
      panel_database_waiting_calls: waiting,
      panel_clock_skew_seconds: skewMs / 1000,
    });
  });
  return app;
}
