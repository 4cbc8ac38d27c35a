import Fastify, { type FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { messagesToSend } from '../messages/outbox.ts';
import { clockSkewMs } from '../platform/clock.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';
import { archiveState } from '../platform/database/wal-archive.ts';
import { problemSender, registerErrorHandlers } from '../platform/http/problems.ts';
import { checkRequests } from '../platform/http/requests.ts';
import { createLimitedServer, SOCKET_LIMITS } from '../platform/http/sockets.ts';
import type { Metrics, Reading } from '../platform/monitoring/metrics.ts';
import { quickMoneyCheck } from '../rewards/money-check.ts';
import { oldestOverdueRewardMs } from '../rewards/release.ts';
import { openPayouts } from '../rewards/review.ts';
import { pendingReview } from './pending-review.ts';

/** The server for monitoring, on a separate port that the public can't reach. `processReadings` are measured in this process only. */
export function buildInternalApp(
  { config, database, vault, clock }: AppDependencies,
  metrics: Metrics,
  processReadings?: () => readonly Reading[],
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
    reply.type(metrics.registry.contentType);
    return metrics.render([
      ['panel_database_up', 'Whether the database answers: 1 or 0.', Number(stored !== null)],
      ['panel_key_store_up', 'Whether the key store answers: 1 or 0.', Number(isKeyStoreUp)],
      ...(stored ?? []),
      ...books,
      ...(processReadings?.() ?? []),
      [
        'panel_database_connections',
        'Connections from the process to the database.',
        { state: { used: total - idle, idle } },
      ],
      ['panel_database_waiting_calls', 'Calls that wait for a database connection.', waiting],
    ]);
  });

  /** From the last check: it is kept, and gets old, while the database is down. */
  let books: readonly Reading[] = [];

  async function reachesKeyStore(): Promise<boolean> {
    try {
      await vault.panelistKeys.idsWithKey([]);
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    }
  }

  /** Returns null while the database is down; this process's own counters are still served. */
  async function readStored(): Promise<readonly Reading[] | null> {
    try {
      const at = clock.now();
      const [payouts, messages, review, overdueMs, money, skewMs, archive] = await Promise.all([
        openPayouts(database, at),
        messagesToSend(database, config.sendingHours, at),
        pendingReview(database),
        oldestOverdueRewardMs(database, at),
        quickMoneyCheck(database),
        clockSkewMs(database),
        archiveState(database),
      ]);
      books = [
        ['panel_books_agree', 'Whether the last check of the books found no fault: 1 or 0.', Number(money.ok)],
        [
          'panel_books_check_timestamp_seconds',
          'When the books were last checked, in Unix seconds.',
          Date.now() / 1000,
        ],
      ];
      const inReview = { payouts: review.payouts, messages: review.messages, rewards: review.rewards };
      const lengths = { payouts: payouts.length, messages: messages.length };
      const oldest = { payouts: payouts.oldestMs / 1000, messages: messages.oldestMs / 1000 };
      const archiveReadings: readonly Reading[] = archive
        ? [
            [
              'panel_archive_failing',
              'Whether the last WAL file could not be archived: 1 or 0.',
              Number(archive.isFailing),
            ],
            [
              'panel_archive_lag_seconds',
              'Seconds since a WAL file was archived while others wait; 0 if none wait.',
              archive.lagSeconds,
            ],
          ]
        : [];
      return [
        ['panel_queue_length', 'Items that wait in a queue.', { queue: lengths }],
        [
          'panel_queue_oldest_seconds',
          'How long the oldest item of a queue has waited, in seconds.',
          { queue: oldest },
        ],
        ['panel_late_withdrawals', 'Withdrawals that have waited too long for a voucher.', payouts.late],
        [
          'panel_oldest_overdue_reward_seconds',
          'How long the most overdue reward has waited for its release, in seconds; 0 if none is overdue.',
          overdueMs / 1000,
        ],
        ['panel_review_queue_length', 'Items that an operator has to review.', { kind: inReview }],
        ['panel_payouts_frozen', 'Whether payouts are frozen: 1 or 0.', Number(review.frozen)],
        [
          'panel_clock_skew_seconds',
          'Difference between our clock and the database’s, in seconds.',
          Math.abs(skewMs) / 1000,
        ],
        ...archiveReadings,
      ];
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    }
  }
  return app;
}
