/** One item of each job is broken: the job does all others, and operators see that one with its reason. */

import { JOB_ITEMS } from '@panel/domain/console/jobs';
import { addMs, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { closedBreaker } from '../messages/messages.testing.ts';
import type { TodayPageData } from '../pages/today.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { brokenItems } from './every-job.testing.ts';
import { useBadRows } from './one-bad-row.testing.ts';
import { roundRunner, workerJobs } from './worker.ts';

const rows = useBadRows();
const { kit, signIn, failedItems } = rows;
const CASES = brokenItems(rows);

/** Jobs that work through no items: what they read, they read as a whole. */
const WITHOUT_ITEMS = ['attention', 'books'];

/** A worker's rounds, one at a time. */
function rounds() {
  const deps = kit().depsAs('worker');
  // The stand-in for the chat answers anything.
  const webhook = { url: `${deps.config.chat.url}/hook`, secrets: [Buffer.from('secret')] };
  const console = { ...deps.config.console, webhook };
  const log = kit().app.log as FastifyBaseLogger;
  const breakers = { issuer: closedBreaker, chat: closedBreaker };
  const own = createMetrics();
  const signal = new AbortController().signal;
  const jobs = workerJobs({ ...deps, config: { ...deps.config, console } }, log, breakers, signal);
  const runRound = roundRunner(deps, jobs, log, own);
  return {
    names: jobs.map(({ name }) => name),
    async run(name: string): Promise<void> {
      const job = jobs.find((one) => one.name === name);
      if (job) await runRound(job);
    },
    async failures(name: string): Promise<number> {
      const [, count] =
        new RegExp(`^panel_job_failures_total\\{job="${name}"\\} (\\d+)$`, 'm').exec(await own.render([])) ?? [];
      return Number(count);
    },
  };
}

afterEach(() => kit().superApp.reset());

describe('R22: of each job', () => {
  it('there is a case below, unless it works through no items', () => {
    const covered = Object.values(CASES).flatMap((one) => (typeof one === 'string' ? [] : [one.job]));
    const statements = ['statements'];
    expect(new Set([...covered, ...statements, ...WITHOUT_ITEMS])).toEqual(new Set(rounds().names));
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(JOB_ITEMS).sort());
  });

  const cases = Object.entries(CASES).flatMap(([name, one]) => (typeof one === 'string' ? [] : [[name, one] as const]));
  it.each(cases)('%s: one item is broken, and all others are done', async (name, { job, prepare }) => {
    const { item, reason = '22000 planted', mend, states, done } = await prepare();
    const worker = rounds();
    const before = await worker.failures(job);
    await worker.run(job);
    const [first, broken, last] = await states();
    expect([first, last]).toEqual([done, done]);
    expect(broken).not.toEqual(done);
    const today: TodayPageData = await (await signIn('finance-1', 'finance')).page('today');
    expect(today.failedItems).toContainEqual(expect.objectContaining({ job: name, item, reason, failures: 1 }));
    expect(today.waiting).toContainEqual(expect.objectContaining({ kind: 'failed-items' }));
    expect(await worker.failures(job)).toBe(before + 1);

    await mend();
    kit().clock.set(addMs(kit().clock.now(), 2 * MINUTE_MS));
    await worker.run(job);
    expect(await states()).toEqual([done, done, done]);
    expect(await worker.failures(job)).toBe(before + 1);
    // An item of a queue is listed for a few minutes more.
    kit().clock.set(addMs(kit().clock.now(), HOUR_MS));
    await worker.run('retention');
    expect((await failedItems()).filter((failed) => failed.job === name)).toEqual([]);
  });
});
