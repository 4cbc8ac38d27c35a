/**
 * One bad row never stops the others. A job processes its items together; if that fails because of one, it processes them one by one. The
 * bad one is set aside with the reason, where operators see it, and is tried again ever more seldom.
 */
import { type FailedItem, isSentAgain, type JobName } from '@panel/domain/console/jobs';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import {
  type Database,
  DatabaseUnavailable,
  type Queries,
  type Statement,
  sql,
  type Tx,
  type Writes,
} from './database/database.ts';

/** In one round. If more fail, the fault may not be the items', and each would cost a transaction. */
const MAX_FAILURES = 20;
/** Longer than an item may take. A worker that died while trying one counts as a failure. */
const LEASE_MS = HOUR_MS;

type Items = {
  readonly job: JobName;
  /** The names of the due items, a batch at most, without those that are set aside (`isNotSetAside`). */
  readonly find: () => Promise<readonly string[]>;
  /** Processes these, all or none. Must leave alone those that aren't due any more. Returns the number processed. */
  readonly process: (items: readonly string[]) => Promise<number>;
  /** Processes each by itself even if none fails, so that the locks of one don't wait for the next. */
  readonly oneByOne?: true;
};

/** What the items failed with that were set aside, after all others were processed. */
export class ItemsFailed extends AggregateError {
  override name = 'ItemsFailed';
}

/** The condition that an item of a job isn't set aside. */
export const isNotSetAside = (job: JobName, item: Statement, at: Date): Statement =>
  sql`not exists (select from failed_items f where f.job = ${job} and f.item = ${item} and f.next_try_at > ${at})`;

/** Those of these items that aren't set aside. */
export const withoutSetAside = (db: Queries, job: JobName, items: readonly string[], at: Date): Promise<string[]> =>
  db.column(sql`
    select item from unnest(${items}::text[]) with ordinality i (item, n) where ${isNotSetAside(job, sql`i.item`, at)} order by n`);

/**
 * Processes a batch of a job's items. Returns the number processed. Fails after that with the failures of all that were set aside, and at
 * once if the database is unavailable.
 */
export async function processItems(
  database: Database,
  at: Date,
  { job, find, process, oneByOne }: Items,
): Promise<number> {
  const failures: unknown[] = [];
  let processed = 0;
  const processAlone = async (item: string): Promise<boolean> => {
    try {
      processed += await process([item]);
      return true;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
      await setAside(database, { job, item, error }, at);
      return false;
    }
  };
  for (const { item } of await claimRetries(database, job, at))
    if (await processAlone(item)) await forgetItems(database, job, [item]);
  const items = await find();
  const together = oneByOne || items.length === 0 ? null : await processTogether(process, items);
  if (together === null) for (const item of items) if (failures.length < MAX_FAILURES) await processAlone(item);
  if (failures.length > 0) throw new ItemsFailed(failures, 'Items were set aside.');
  return processed + (together ?? 0);
}

/** Does each part of a job, whether or not one before it has failed. Returns the number processed, and fails with all failures. */
export async function doEach(parts: readonly (() => Promise<number>)[]): Promise<number> {
  const failures: unknown[] = [];
  let processed = 0;
  for (const part of parts)
    await part().then(
      (count) => {
        processed += count;
      },
      (failure: unknown) => failures.push(...failuresIn(failure)),
    );
  if (failures.length > 0) throw new ItemsFailed(failures, 'Parts of a job failed.');
  return processed;
}

/** One for each item that was set aside. */
export const failuresIn = (error: unknown): readonly unknown[] =>
  error instanceof AggregateError ? error.errors : [error];

/** Null if they failed. */
const processTogether = (process: Items['process'], items: readonly string[]): Promise<number | null> =>
  process(items).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) throw error;
    return null;
  });

/** Claims the items whose next try is due until the lease ends. */
const claimRetries = (database: Database, job: JobName, at: Date): Promise<{ item: string }[]> =>
  database.returning(sql`
    update failed_items f set next_try_at = ${addMs(at, LEASE_MS)}
    from (
      select item from failed_items where job = ${job} and next_try_at <= ${at}
      order by next_try_at limit ${MAX_FAILURES} for update skip locked
    ) due
    where f.job = ${job} and f.item = due.item
    returning f.item`);

type Failure = {
  readonly job: JobName;
  readonly item: string;
  readonly error: unknown;
};

/** Records that an item failed. The delay before the next try doubles with each failure, from a minute to an hour. */
export const setAside = (database: Database, { job, item, error }: Failure, at: Date): Promise<unknown> =>
  database.run(sql`
    insert into failed_items as f (job, item, reason, failures, first_failed_at, next_try_at)
    values (${job}, ${item}, ${reasonOf(error)}, 1, ${at},
      case when not ${isSentAgain(job)}::boolean then ${at}::timestamptz + interval '1 minute' end)
    on conflict (job, item) do update set reason = excluded.reason, failures = f.failures + 1,
      next_try_at = excluded.next_try_at - interval '1 minute' + least(interval '1 minute' * 2 ^ least(f.failures, 10), interval '1 hour')`);

/** Items that were done after they had failed. */
export const forgetItems = (db: Writes, job: JobName, items: readonly string[]): Promise<number> =>
  db.run(sql`delete from failed_items where job = ${job} and item = any(${items}::text[])`);

/** Whether an item failed, and hasn't been done since. */
export const hasFailed = (db: Queries, job: JobName, item: string): Promise<boolean> =>
  db.value(sql`select exists (select from failed_items where job = ${job} and item = ${item})`);

/** The longest wait first. */
export async function failedItems(db: Queries): Promise<FailedItem[]> {
  const rows = await db.many<Omit<FailedItem, 'since' | 'nextTryAt'> & { since: Date; nextTryAt: Date | null }>(sql`
    select job, item, reason, failures, first_failed_at as since, next_try_at as "nextTryAt" from failed_items
    order by first_failed_at, job, item limit ${MAX_LISTED}`);
  return rows.map((row) => ({
    ...row,
    since: row.since.toISOString(),
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
  }));
}
const MAX_LISTED = 100;

export const countFailedItems = (db: Queries): Promise<number> => db.value(sql`select count(*)::int from failed_items`);

/** Lets the worker try an item now. Returns false if it isn't listed any more. */
export const retryItem = async (tx: Tx, job: string, item: string, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    update failed_items set next_try_at = ${at} where job = ${job} and item = ${item} and next_try_at is not null`)) >
  0;

/** Jobs whose items are claimed one by one. They try an item that is still due within seconds. */
const QUEUES: readonly JobName[] = ['payouts', 'messages', 'webhook'];
const STALE_MS = 10 * MINUTE_MS;

/** Of items that nobody has sent again. */
const KEPT_MS = 30 * DAY_MS;

/** Drops the items of queues that were not tried at their time, because they aren't due any more, and those never sent again. Returns their number. */
export const forgetStaleItems = (database: Database, at: Date): Promise<number> =>
  database.run(sql`
    delete from failed_items
    where job = any(${QUEUES}::text[]) and next_try_at < ${addMs(at, -STALE_MS)}
      or next_try_at is null and first_failed_at < ${addMs(at, -KEPT_MS)}`);

/** Never the message: it may quote a person's input. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (code !== undefined) return [code, constraint].filter(Boolean).join(' ');
  const [, place] = /^ {4}at (?:async )?([\w.$<>]+) \(/m.exec(error.stack ?? '') ?? [];
  return place ? `${error.name} in ${place}` : error.name;
}
