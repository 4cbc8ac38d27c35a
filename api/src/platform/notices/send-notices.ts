import { addMs, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { backoffMs } from '../queue.ts';
import { type NoticesConfig, noticeChannelsOf } from './notice-channels.ts';
import { claimNotice, NOTICE_LIFE_MS, type QueuedNotice, recordNoticeAttempt } from './notice-queue.ts';

/** Shorter than a stop of the worker may take. */
const TIMEOUT_MS = 5000;
/** Longer than both channels together. */
const LEASE_MS = MINUTE_MS;
const BACKOFF = { firstMs: 30_000, maxMs: 60 * MINUTE_MS };

type NoticeDependencies = Pick<Dependencies, 'database' | 'clock'> & {
  readonly config: {
    readonly product: string;
    readonly console: { readonly origin: string };
    readonly notices: NoticesConfig;
  };
};

/** Sends due notices to each channel that has not accepted them yet. Returns the number of notices tried. */
export function noticeSender(
  deps: NoticeDependencies,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  stop: AbortSignal,
): () => Promise<number> {
  const { config, database, clock } = deps;
  const channels = noticeChannelsOf(config.notices);
  const claim = () => {
    const at = clock.now();
    return database.transaction((tx) => claimNotice(tx, at, addMs(at, LEASE_MS)));
  };

  async function attempt(queued: QueuedNotice): Promise<void> {
    const { notice, attempts, createdAt } = queued;
    const sentAt = { ...queued.sentAt };
    const failures: string[] = [];
    for (const [channel, send] of channels) {
      if (sentAt[channel]) continue;
      const at = clock.now();
      const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
      const failure = await send(queued, { product: config.product, consoleOrigin: config.console.origin, at, signal });
      if (failure === null) sentAt[channel] = at;
      else failures.push(`${channel}: ${failure}`);
    }
    const retryAt = addMs(clock.now(), backoffMs(attempts, BACKOFF));
    const isLast = retryAt.getTime() >= createdAt.getTime() + NOTICE_LIFE_MS;
    await recordNoticeAttempt(database, queued, sentAt, failures.length === 0 || isLast ? null : retryAt);
    const { subject } = notice;
    if (failures.length === 0) return;
    if (isLast) log.error({ subject, attempts, failures }, 'a notice was given up');
    else log.warn({ subject, attempts, failures }, 'a notice could not be sent; it is retried');
  }

  return async () => {
    if (channels.length === 0) return 0;
    let tried = 0;
    for (let queued = await claim(); queued && !stop.aborted; queued = await claim()) {
      await attempt(queued);
      tried += 1;
    }
    return tried;
  };
}
