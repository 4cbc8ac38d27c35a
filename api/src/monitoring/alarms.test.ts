/** What pages an operator: books that don't agree, and a withdrawal that stays open. */
import { api } from '@panel/domain/paths';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const gauge = async (name: string) => {
  const { body } = await kit().internal.inject('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};
const logged = (message: string) => kit().log.filter((line) => line.includes(message));
const minutesLater = (minutes: number) => kit().clock.set(new Date(NOW.getTime() + minutes * 60_000));

let worker: Worker | null = null;
/** An issuer that never starts, so its withdrawals stay open. */
const start = () => {
  const issue = async () => ({ kind: 'not-started', code: '429' }) as const;
  worker = startWorker(
    { ...kit().depsAs('worker'), issuer: { issue } },
    kit().app.log as FastifyBaseLogger,
    createMetrics(),
  );
};
afterEach(async () => {
  await worker?.stop();
  worker = null;
  kit().clock.set(NOW);
  kit().log.length = 0;
});

describe('I2, I21: an operator is alerted', () => {
  it('if a withdrawal is open for more than 15 minutes, until it has ended', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    minutesLater(16);
    expect(await gauge('panel_late_withdrawals')).toBe(1);
    start();
    await expect.poll(() => logged('open for more than 15 minutes')).toHaveLength(1);
    expect(JSON.parse(logged('open for more than 15 minutes')[0] as string)).toMatchObject({
      level: 50,
      late: 1,
      oldestSeconds: 960,
    });
    await worker?.stop();

    minutesLater(20);
    await runPayouts(kit().deps);
    expect(await gauge('panel_late_withdrawals')).toBe(0);
  });

  it('if the books do not agree', async () => {
    await earnAvailable(kit(), await registered(kit()));
    expect(await gauge('panel_books_agree')).toBe(1);
    const change = (by: number) =>
      kit().db.query(
        `update wallets set available = available + ${by} where id = (select id from wallets order by available desc limit 1)`,
      );
    await change(1);
    expect(await gauge('panel_books_agree')).toBe(0);
    start();
    await expect.poll(() => logged('the books do not agree')).toHaveLength(1);
    expect(logged('the books do not agree')[0]).toContain('available by postings and by wallets');
    await worker?.stop();
    await change(-1);
    expect(await gauge('panel_books_agree')).toBe(1);
  });
});
