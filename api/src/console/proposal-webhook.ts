/** Tells a webhook that a proposal waits, in the format of Standard Webhooks. The proposals' rows are the queue, and an expired one leaves it. */
import { createHmac } from 'node:crypto';
import { operationOf } from '@panel/domain/console/all-operations';
import { addMs, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { isNotSetAside, setAside } from '../platform/failed-items.ts';
import { httpRequest } from '../platform/parties/client.ts';
import { backoffMs, processSeveral, type Slots } from '../platform/queue.ts';
import { shownId } from './proposals.ts';
import type { ConsoleConfig } from './settings.ts';

/** Shorter than a stop of the worker may take. */
const TIMEOUT_MS = 5000;
const LEASE_MS = MINUTE_MS;
const BACKOFF = { firstMs: 30_000, maxMs: 60 * MINUTE_MS };

type Webhook = NonNullable<ConsoleConfig['webhook']>;
type Waiting = {
  readonly id: string;
  readonly operation: string;
  /** In cents. */
  readonly amount: number | null;
  readonly proposedAt: Date;
  readonly endsAt: Date;
  readonly attempts: number;
};

/** Claims the most overdue proposal until the lease ends. */
async function claim(database: Database, at: Date): Promise<Waiting | undefined> {
  const [waiting] = await database.returning<Waiting>(sql`
    update proposals set webhook_attempts = webhook_attempts + 1, webhook_due_at = ${addMs(at, LEASE_MS)}
    where id = (
      select id from proposals p
      where state = 'open' and ends_at > ${at} and webhook_due_at <= ${at} and ${isNotSetAside('webhook', sql`'P-' || p.id`, at)}
      order by webhook_due_at limit 1
      for no key update skip locked
    )
    returning id, operation, (facts ->> 'amount')::float8 as amount, proposed_at as "proposedAt", ends_at as "endsAt",
      webhook_attempts as attempts`);
  return waiting;
}

/** Unless the lease ran out and another worker has the proposal now. `dueAt` is null if the webhook accepted it or it is given up. */
const recordAttempt = (database: Database, { id, attempts }: Waiting, dueAt: Date | null) =>
  database.run(sql`
    update proposals set webhook_due_at = ${dueAt} where id = ${id} and state = 'open' and webhook_attempts = ${attempts}`);

/** Never a did, a name, a reason or another text that an operator entered. */
const messageOf = ({ id, operation, amount, proposedAt }: Waiting, consoleOrigin: string) => ({
  type: 'proposal.waiting',
  timestamp: proposedAt.toISOString(),
  data: {
    proposal: shownId(id),
    operation: operationOf(operation)?.title ?? operation,
    ...(amount !== null && { amount: amount / 100 }),
    link: `${consoleOrigin}/proposal?id=${shownId(id)}`,
  },
});

/** The headers by which a receiver verifies the body. With several secrets, it accepts the signature of the one that it knows. */
export function signedHeaders(secrets: readonly Buffer[], id: string, at: Date, body: string) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureOf = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureOf).join(' '),
  };
}

/** Returns why the webhook did not accept it, or null. */
async function send({ url, secrets }: Webhook, waiting: Waiting, consoleOrigin: string, at: Date, signal: AbortSignal) {
  const body = JSON.stringify(messageOf(waiting, consoleOrigin));
  // The same for each attempt. A restored database may give the number to another proposal, but not at the same time.
  const id = `${shownId(waiting.id)}-${waiting.proposedAt.getTime()}`;
  const headers = { 'content-type': 'application/json', ...signedHeaders(secrets, id, at, body) };
  const result = await httpRequest(url, { party: 'webhook', method: 'POST', headers, body, signal });
  if (result.kind === 'failure') return result.code;
  return result.status >= 200 && result.status < 300 ? null : `status ${result.status}`;
}

type WebhookDependencies = Pick<Dependencies, 'database' | 'clock'> & {
  readonly config: { readonly console: Pick<ConsoleConfig, 'origin' | 'webhook'> };
};

/** Sends what is due. Returns the number of proposals tried. */
export function proposalAnnouncer(
  { config, database, clock }: WebhookDependencies,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  stop: AbortSignal,
): () => Promise<number> {
  async function attempt(webhook: Webhook, waiting: Waiting): Promise<void> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    const failure = await send(webhook, waiting, config.console.origin, clock.now(), signal);
    const retryAt = addMs(clock.now(), backoffMs(waiting.attempts, BACKOFF));
    const isLast = retryAt >= waiting.endsAt;
    await recordAttempt(database, waiting, failure === null || isLast ? null : retryAt);
    if (failure === null) return;
    const facts = { proposal: shownId(waiting.id), attempts: waiting.attempts, failure };
    if (isLast) log.error(facts, 'the webhook was not told of a proposal');
    else log.warn(facts, 'the webhook did not accept a proposal; it is retried');
  }

  const slots: Slots = { free: 1 };
  return async () => {
    const { webhook } = config.console;
    if (!webhook) return 0;
    return processSeveral({
      slots,
      signal: stop,
      claim: () => claim(database, clock.now()),
      process: (waiting) => attempt(webhook, waiting),
      setAside: ({ id }, error) => setAside(database, { job: 'webhook', item: shownId(id), error }, clock.now()),
    });
  };
}
