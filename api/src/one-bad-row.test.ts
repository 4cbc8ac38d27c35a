/** One item of each job is broken, and the job does all others. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, useKit } from '../test/kit.ts';
import { releaseDueRewards } from './rewards/ledger.ts';
import { complete, wallet, walletIdOfDid } from './rewards/rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const after = (ms: number) => new Date(NOW.getTime() + ms);
const failedItems = async () =>
  (await kit().db.query('select job, item, reason, failures from failed_items order by job, item')).rows;

beforeEach(async () => {
  kit().clock.set(NOW);
  await kit().db.query('delete from failed_items');
});

describe('R22: a reward whose wallet is a cent short', () => {
  const release = (at: Date) => releaseDueRewards(kit().depsAs('worker').database, at);
  const addCent = async (did: string, cents: number) =>
    kit().db.query('update wallets set pending = pending + $2 where id = $1', [await walletIdOfDid(kit(), did), cents]);
  /** Three panelists with a reward that is due; the second one's wallet is a cent short. */
  async function threeDue() {
    const dids = [await registered(kit()), await registered(kit()), await registered(kit())] as const;
    for (const did of dids) await complete(kit(), did, 900);
    await addCent(dids[1], -1);
    const { rows } = await kit().db.query('select id from rewards where wallet_id = $1', [
      await walletIdOfDid(kit(), dids[1]),
    ]);
    const id: string = rows[0].id;
    const available = () => Promise.all(dids.map(async (did) => (await wallet(kit(), did)).available));
    return { dids, id, available };
  }

  it('is set aside with the reason, and all others are released', async () => {
    const { dids, id, available } = await threeDue();
    await expect(release(after(14 * DAY_MS))).rejects.toThrow(AggregateError);
    expect(await available()).toEqual([900, 0, 900]);
    expect(await failedItems()).toEqual([{ job: 'release', item: id, reason: '23514 cents_held_check', failures: 1 }]);
    await addCent(dids[1], 1);
    await release(after(14 * DAY_MS + MINUTE_MS));
  });

  it('is tried ever more seldom, until it succeeds', async () => {
    const { dids, available } = await threeDue();
    const tries: number[] = [];
    for (let minute = 0; minute < 190; minute += 1)
      await release(after(14 * DAY_MS + minute * MINUTE_MS)).catch(() => tries.push(minute));
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    await addCent(dids[1], 1);
    expect(await release(after(15 * DAY_MS + HOUR_MS))).toBe(1);
    expect(await available()).toEqual([900, 900, 900]);
    expect(await failedItems()).toEqual([]);
  });

  it('that is reversed meanwhile is no longer listed', async () => {
    const { id } = await threeDue();
    await expect(release(after(14 * DAY_MS))).rejects.toThrow(AggregateError);
    await kit().db.query("update rewards set state = 'reversed' where id = $1", [id]);
    expect(await release(after(14 * DAY_MS + MINUTE_MS))).toBe(0);
    expect(await failedItems()).toEqual([]);
  });
});
