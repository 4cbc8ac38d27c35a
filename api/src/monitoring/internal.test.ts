import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import { describe, expect, it } from 'vitest';
import { LONG_LIMITS, newDid, registered, send, useKit } from '../../test/kit.ts';
import { buildConsoleApp } from '../console-app.ts';
import { createDatabaseClient, type Database, DatabaseUnavailable, sql } from '../platform/database/database.ts';
import { createMetrics, observeProcess } from '../platform/monitoring/metrics.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';
import { startWorker } from '../worker/worker.ts';
import { buildInternalApp } from './internal.ts';

const kit = useKit();
const metrics = async () => (await kit().internal.inject('/metrics')).body;

describe('T4: paths for operators', () => {
  it.each(['/healthz/money', '/healthz/attention', '/metrics'])('%s is not on the public port', async (url) => {
    expect((await kit().app.inject(url)).statusCode).toBe(404);
    expect((await kit().internal.inject(url)).statusCode).toBe(200);
    expect((await kit().internal.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  });

  it('nor do they show the console’s page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'panel-console-'));
    await writeFile(join(folder, 'index.html'), 'the console');
    const consoleApp = buildConsoleApp(kit().deps, { folder });
    for (const [url, status] of [
      ['/', 200],
      ['/metrics', 404],
      ['/healthz/money', 404],
      ['/readyz', 404],
    ] as const)
      expect([url, (await consoleApp.inject(url)).statusCode]).toEqual([url, status]);
    await consoleApp.close();
    await rm(folder, { recursive: true });
  });
});

describe('the metrics', () => {
  it('count requests and their durations by route and status, without ids', async () => {
    const did = await registered(kit());
    await send(kit(), 'GET', api.registrationCheck(did));
    await send(kit(), 'GET', api.registrationCheck(newDid()));
    await send(kit(), 'GET', `/api/v2/unknown/${did}`);
    const text = await metrics();
    const route = 'route="/api/v2/panelist/did/:did"';
    expect(text).toContain(`http_requests_total{method="GET",${route},status="200"} 1\n`);
    expect(text).toContain(`http_requests_total{method="GET",${route},status="404"} 1\n`);
    expect(text).toContain(`http_request_duration_seconds_count{${route}} 2\n`);
    expect(text).toContain(`http_request_duration_seconds_bucket{le="+Inf",${route}} 2\n`);
    expect(text).not.toContain(did);
  });

  it('give the start time of the process, which is constant, because alerts count its changes as restarts', async () => {
    const observed = createMetrics();
    observeProcess(observed, 'v1.2.3');
    const internal = buildInternalApp(kit().deps, observed);
    const read = async () => (await internal.inject('/metrics')).body;
    expect(await read()).toContain(`panel_build_info{release="v1.2.3",node="${process.versions.node}"} 1\n`);
    const startedAt = async () => /^process_start_time_seconds (.+)$/m.exec(await read())?.[1];
    const first = await startedAt();
    expect(Math.abs(Number(first) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(60);
    expect(await startedAt()).toBe(first);
  });

  it('have Prometheus’ format: each family announced and explained once, each line a name and a number', async () => {
    const lines = (await metrics()).trimEnd().split('\n');
    const families = lines.filter((line) => line.startsWith('#'));
    expect(new Set(families).size).toBe(families.length);
    const described = families.filter((line) => /^# HELP [a-z_]+ [A-Z].+\.$/.test(line));
    expect(described).toHaveLength(families.length / 2);
    for (const line of lines.filter((one) => one !== '' && !one.startsWith('#')))
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.e+-]+$/);
  });

  it('count the items in queues and how long they wait, and the connections to the database', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    const text = await metrics();
    expect(text).toContain('panel_queue_length{queue="payouts"} 1\n');
    expect(text).toMatch(/panel_queue_length\{queue="messages"\} \d+\n/);
    expect(text).toContain('panel_late_withdrawals 0\n');
    expect(text).toMatch(/panel_database_connections\{state="idle"\} [1-9]/);
    kit().clock.set(new Date(kit().clock.now().getTime() + 16 * MINUTE_MS));
    const later = await metrics();
    expect(later).toContain('panel_late_withdrawals 1\n');
    expect(later).toContain(`panel_queue_oldest_seconds{queue="payouts"} ${16 * 60}\n`);
  });

  it('count no night for requests that wait for the morning', async () => {
    await kit().db.query('delete from messages');
    await kit().db.query(
      `insert into messages (id, kind, subject, state, created_at, next_attempt_at)
       values (gen_random_uuid(), 'task', 'x', 'waiting', '2026-11-15T17:59:00Z', '2026-11-16T06:00:00Z')`,
    );
    for (const [at, seconds] of [
      ['2026-11-15T22:00:00Z', 0],
      ['2026-11-16T06:10:00Z', 600],
    ] as const) {
      kit().clock.set(at);
      expect(await metrics()).toContain(`panel_queue_oldest_seconds{queue="messages"} ${seconds}\n`);
    }
  });

  it('show whether the books agree, what needs review, which breakers are open, and the clock skew', async () => {
    const text = await metrics();
    const expected = [/panel_books_agree 1/, /panel_review_queue_length\{kind="payouts"\} 0/, /panel_payouts_frozen 0/];
    for (const line of [...expected, /panel_clock_skew_seconds \d/, /panel_database_up 1/]) expect(text).toMatch(line);
    const checkedAt = Number(/^panel_books_check_timestamp_seconds (\S+)/m.exec(text)?.[1]);
    expect(Math.abs(Date.now() / 1000 - checkedAt)).toBeLessThan(300);
    const counters = createMetrics();
    const worker = startWorker({ ...kit().depsAs('worker'), clock: kit().clock }, kit().app.log, counters);
    const internal = buildInternalApp(kit().deps, counters, worker.readings);
    expect((await internal.inject('/metrics')).body).toContain('panel_breaker_open{party="issuer"} 0\n');
    await worker.stop();
  });

  it('R8: are served without a database, with the last result of the books', async () => {
    let isAway = false;
    const unlessAway = <Use extends 'one' | 'value'>(use: Use) =>
      ((statement) =>
        isAway
          ? Promise.reject(new DatabaseUnavailable('away'))
          : kit().deps.database[use](statement)) as Database[Use];
    const database = { ...kit().deps.database, one: unlessAway('one'), value: unlessAway('value') };
    const internal = buildInternalApp({ ...kit().deps, database }, createMetrics());
    const books = async () => {
      const lines = (await internal.inject('/metrics')).body.split('\n');
      return lines.filter((line) => line.startsWith('panel_books_'));
    };
    const known = await books();
    isAway = true;
    const { body, statusCode } = await internal.inject('/metrics');
    expect(statusCode).toBe(200);
    expect(body).toContain('panel_database_up 0\n');
    expect(body).not.toContain('panel_queue_length');
    expect(await books()).toEqual(known);
    expect(known).toHaveLength(2);
  });

  it('show whether the key store answers, which a starting process waits for', async () => {
    expect(await metrics()).toContain('panel_key_store_up 1\n');
    const idsWithKey = () => Promise.reject(new DatabaseUnavailable('away'));
    const vault = { ...kit().vault, panelistKeys: { ...kit().vault.panelistKeys, idsWithKey } };
    const { body } = await buildInternalApp({ ...kit().deps, vault }, createMetrics()).inject('/metrics');
    expect(body).toContain('panel_key_store_up 0\n');
    expect(body).toContain('panel_database_up 1\n');
  });

  it('R18: show whether archiving of the write-ahead log fails, if it is configured', async () => {
    expect(await metrics()).not.toContain('panel_archive_');
    const dataDir = await mkdtemp(join(tmpdir(), 'panel-archive-'));
    await chmod(dataDir, 0o755);
    const settings = { archive_mode: 'on', archive_command: `test -e ${dataDir}/disk`, fsync: 'off' };
    const server = await startEmbeddedPostgres({ name: 'archive', dataDir, settings });
    const archiving = createDatabaseClient(server.url, LONG_LIMITS);
    const database = {
      ...kit().deps.database,
      one: ((statement) =>
        (statement.text.includes('pg_stat_archiver') ? archiving : kit().deps.database).one(
          statement,
        )) as Database['one'],
    };
    const internal = buildInternalApp({ ...kit().deps, database }, createMetrics());
    const gauge = async (name: string) =>
      Number(new RegExp(`^panel_archive_${name} (\\S+)$`, 'm').exec((await internal.inject('/metrics')).body)?.[1]);
    try {
      expect(await gauge('failing')).toBe(0);
      await archiving.run(sql`create table filled as select generate_series(1, 10)`);
      await archiving.one(sql`select pg_switch_wal()`);
      await expect.poll(() => gauge('failing')).toBe(1);
      await archiving.run(sql`insert into filled values (11)`);
      await archiving.one(sql`select pg_switch_wal()`);
      await archiving.run(sql`insert into filled values (12)`);
      expect(await gauge('lag_seconds')).toBeGreaterThan(0);
      await writeFile(`${dataDir}/disk`, '');
      await archiving.one(sql`select pg_switch_wal()`);
      await expect.poll(() => gauge('failing')).toBe(0);
      // While the log doesn't grow, nothing waits, however long that is.
      await expect.poll(() => gauge('lag_seconds')).toBe(0);
    } finally {
      await archiving.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
