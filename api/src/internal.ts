import Fastify, { type FastifyInstance } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { messagesToSend } from './messages/outbox.ts';
import { pendingReview } from './operator/pending-review.ts';
import { clockSkewMs } from './platform/clock.ts';
import { DatabaseUnavailable } from './platform/database.ts';
import type { Gauges, Metrics } from './platform/metrics.ts';
import { problemSender, registerErrorHandlers } from './platform/problems.ts';
import { checkRequests } from './platform/requests.ts';
import { createLimitedServer, SOCKET_LIMITS } from './platform/sockets.ts';
import { archiveState } from './platform/wal-archive.ts';
import { quickMoneyCheck } from './rewards/money-check.ts';
import { openPayouts } from './rewards/review.ts';

/** Read once: it would differ by milliseconds at each scrape, and an alert counts its changes as restarts. */
const STARTED_AT_SECONDS = Date.now() / 1000 - process.uptime();

/**
 * The server for operators' monitoring, on a port of its own that the public doesn't reach. `processGauges` are measured in this
 * process alone.
 */
export function buildInternalApp(
  { config, database, vault, clock }: AppDependencies,
  metrics: Metrics,
  processGauges?: () => Gauges,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    serverFactory: (handle) => createLimitedServer(SOCKET_LIMITS, handle),
  });
  registerErrorHandlers(app, problemSender(config.product));
  checkRequests(app);
  const checks = { money: quickMoneyCheck, attention: pendingReview };
  for (const [name, check] of Object.entries(checks))
    app.get(`/healthz/${name}`, async (_, reply) => {
      const result = await check(database);
      return reply.status(result.ok ? 200 : 503).send(result);
    });

  app.get('/metrics', async (_, reply) => {
    const { total, idle, waiting } = database.connections();
    const [stored, isKeyStoreUp] = await Promise.all([readStored(), reachesKeyStore()]);
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return metrics.render({
      panel_database_up: Number(stored !== null),
      panel_key_store_up: Number(isKeyStoreUp),
      ...stored,
      ...books,
      ...processGauges?.(),
      'panel_database_connections{state="used"}': total - idle,
      'panel_database_connections{state="idle"}': idle,
      panel_database_waiting_calls: waiting,
      process_resident_memory_bytes: process.memoryUsage.rss(),
      process_start_time_seconds: STARTED_AT_SECONDS,
    });
  });

  /** Of the last check that was made: it stays, and gets old, while the database is away. */
  let books: Gauges = {};

  async function reachesKeyStore(): Promise<boolean> {
    try {
      await vault.panelistKeys.idsWithKey([]);
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    }
  }

  /** Returns null while the database is away: what was counted in this process is served all the same. */
  async function readStored(): Promise<Gauges | null> {
    try {
      const at = clock.now();
      const [payouts, messages, review, money, skewMs, archive] = await Promise.all([
        openPayouts(database, at),
        messagesToSend(database, at),
        pendingReview(database),
        quickMoneyCheck(database),
        clockSkewMs(database),
        archiveState(database),
      ]);
      books = { panel_books_agree: Number(money.ok), panel_books_check_timestamp_seconds: Date.now() / 1000 };
      return {
        'panel_queue_length{queue="payouts"}': payouts.length,
        'panel_queue_length{queue="messages"}': messages.length,
        'panel_queue_oldest_seconds{queue="payouts"}': payouts.oldestMs / 1000,
        'panel_queue_oldest_seconds{queue="messages"}': messages.oldestMs / 1000,
        panel_late_withdrawals: payouts.late,
        'panel_review_queue_length{kind="payouts"}': review.payouts,
        'panel_review_queue_length{kind="messages"}': review.messages,
        'panel_review_queue_length{kind="rewards"}': review.rewards,
        panel_payouts_frozen: Number(review.frozen),
        panel_clock_skew_seconds: Math.abs(skewMs) / 1000,
        ...(archive && {
          panel_archive_failing: Number(archive.isFailing),
          panel_archive_lag_seconds: archive.lagSeconds,
        }),
      };
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    }
  }
  return app;
}
