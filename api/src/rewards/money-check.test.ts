import { randomUUID } from 'node:crypto';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { registered, send, useKit } from '../../test/kit.ts';
import { insertTransfersStatements, lockWallet } from './ledger.ts';
import { deepMoneyCheck, quickMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { complete, ENOUGH, earnAvailable } from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const quick = () => quickMoneyCheck(kit().deps.database);
const deep = () => deepMoneyCheck(kit().deps.database);
const health = async () => (await kit().internal.inject('/healthz/money')).statusCode;

async function someMoney(): Promise<string> {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
  await earnAvailable(kit(), did, 500);
  await complete(kit(), did, 700);
  return did;
}

describe('the money check', () => {
  afterEach(async () => expect(await deep()).toEqual({ ok: true, faults: [] }));

  it('passes after every kind of transfer', async () => {
    await someMoney();
    expect(await quick()).toEqual({ ok: true, faults: [] });
    expect(await health()).toBe(200);
  });

  it.each([
    [
      'available',
      'update wallets set available = available + 1 where id = (select id from wallets order by available desc limit 1)',
      'update wallets set available = available - 1 where id = (select id from wallets order by available desc limit 1)',
    ],
    [
      'pending',
      'update wallets set pending = pending + 1 where id = (select id from wallets order by pending desc limit 1)',
      'update wallets set pending = pending - 1 where id = (select id from wallets order by pending desc limit 1)',
    ],
    [
      'a reward',
      "update rewards set amount = amount + 1 where id = (select id from rewards where state = 'pending' order by id limit 1)",
      "update rewards set amount = amount - 1 where id = (select id from rewards where state = 'pending' order by id limit 1)",
    ],
  ])('fails at once if one cent of %s is wrong', async (_, plant, undo) => {
    await someMoney();
    await kit().db.query(plant);
    expect((await quick()).ok).toBe(false);
    expect(await health()).toBe(503);
    await kit().db.query(undo);
    expect(await health()).toBe(200);
  });

  it('the deep check finds changes that bypassed the triggers', async () => {
    await someMoney();
    const change = (by: number) =>
      kit().db.query(
        `begin; set local session_replication_role = replica; update postings set amount = amount + ${by} where ctid = (select ctid from postings order by transfer_id limit 1); commit`,
      );
    await change(1);
    expect((await quick()).ok).toBe(true);
    expect((await deep()).ok).toBe(false);
    await change(-1);
  });

  it('the deep check finds a total that differs from what the partners paid', async () => {
    const did = await someMoney();
    const change = (by: number) => kit().db.query(`update wallets set earned = earned + ${by} where earned > 0`);
    expect((await send(kit(), 'GET', api.registrationCheck(did))).json().total_rewards).toBe(ENOUGH / 100 + 12);
    await change(1);
    expect((await deep()).faults.join()).toContain('wallets that differ from their postings');
    await change(-1);
  });

  it('the ledger refuses a repeated transfer, even with different content', async () => {
    const { rows } = await kit().db.query('select id from wallets limit 1');
    const walletId = rows[0].id as string;
    const subject = randomUUID();
    const transfer = (amount: bigint) =>
      kit().deps.database.transaction(async (tx) => {
        await lockWallet(tx, walletId);
        const moves = [['partner:purespectrum', 'available', amount]] as const;
        await tx.run(...insertTransfersStatements([{ kind: 'earned', subject, walletId, moves }], new Date()));
      });
    await transfer(5n);
    for (const amount of [5n, 6n]) await expect(transfer(amount)).rejects.toThrow('transfers_subject_kind_change_key');
  });
});
