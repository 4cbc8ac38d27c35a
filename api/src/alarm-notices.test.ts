/** Which freezes and alarms approvers get a notice of. */
import { MINUTE_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it } from 'vitest';
import { registered, send } from '../test/kit.ts';
import { attentionWatcher, checkBooks } from './alarms.ts';
import { useNotices } from './notices.testing.ts';
import { freezePayouts, recordTimeline, unfreezePayouts } from './rewards/payout-freezes.ts';
import { earnAvailable, payoutForReview } from './rewards/rewards.testing.ts';

const { kit, webhook, bodies, titles, finance, after, toWebhook, sendTo } = useNotices();

describe('T27: approvers are told', () => {
  const freeze = (reason: string) =>
    kit()
      .depsAs('worker')
      .database.transaction((tx) => freezePayouts(tx, reason, kit().clock.now()));
  const lift = () =>
    kit()
      .depsAs('worker')
      .database.transaction((tx) => unfreezePayouts(tx, kit().clock.now()));

  it('once that payouts are frozen, without the reason, and again for the next freeze', async () => {
    await finance().operate('freeze-payouts', { reason: 'Thandi phoned' });
    await freeze('another doubt');
    await sendTo(toWebhook());
    expect(bodies()).toMatchObject([
      { kind: 'freeze', title: 'Payouts are frozen', link: `${kit().config.console.origin}/money` },
    ]);
    expect(webhook.calls[0]?.body).not.toMatch(/Thandi|doubt/);
    await lift();
    await freeze('a third doubt');
    await sendTo(toWebhook());
    expect(titles()).toEqual(['Payouts are frozen', 'Payouts are frozen']);
    await lift();
  });

  it('that a failover froze payouts', async () => {
    const { database } = kit().depsAs('worker');
    await recordTimeline(database, true, kit().clock.now());
    await kit().db.query('update database_timeline set timeline = timeline - 1');
    await recordTimeline(database, true, kit().clock.now());
    await sendTo(toWebhook());
    expect(titles()).toEqual(['Payouts are frozen']);
    await lift();
  });

  it('once that withdrawals are late or need review, and again only after that has cleared', async () => {
    const watch = async () => {
      await attentionWatcher(kit().depsAs('worker'), kit().app.log as FastifyBaseLogger)();
      await sendTo(toWebhook());
    };
    await payoutForReview(kit());
    await watch();
    await watch();
    expect(titles()).toEqual(['Withdrawals need review']);
    webhook.calls = [];
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    await send(kit(), 'GET', api.withdraw(did));
    const LATE = 'Withdrawals have been open for too long';
    after(16 * MINUTE_MS);
    await watch();
    await watch();
    expect(titles()).toEqual([LATE]);
    after(14 * MINUTE_MS);
    await watch();
    after(17 * MINUTE_MS);
    await watch();
    expect(titles()).toEqual([LATE, LATE]);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
    expect(webhook.calls.map(({ body }) => body).join()).not.toContain(did);
  });

  it('once that the books do not agree', async () => {
    const watch = async () => {
      await checkBooks(kit().depsAs('worker'), kit().app.log as FastifyBaseLogger);
      await sendTo(toWebhook());
    };
    const change = (by: number) =>
      kit().db.query(
        `update wallets set available = available + ${by} where id = (select id from wallets order by id limit 1)`,
      );
    await earnAvailable(kit(), await registered(kit()), 6000);
    await watch();
    expect(titles()).toEqual([]);
    await change(1);
    await watch();
    await watch();
    expect(titles()).toEqual(['The books don’t agree']);
    await change(-1);
    await watch();
    expect(webhook.calls).toHaveLength(1);
  });
});
