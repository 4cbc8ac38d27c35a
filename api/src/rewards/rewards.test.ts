import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { rewardFor } from '@panel/domain/rewards/pricing';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { check, NOW, registered, send, useKit } from '../../test/kit.ts';
import { updateSessionReward } from '../partners/partners.testing.ts';
import { postingsOf } from './ledger.ts';
import { deepMoneyCheck } from './money-check.ts';
import { releaseDueRewards } from './release.ts';
import {
  complete,
  ENOUGH,
  earnAvailable,
  mintSession,
  type ReportedOutcome,
  reportEvent,
  wallet,
} from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const NOTHING = { pending: 0, available: 0, reserved: 0, owed: 0 };
const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

describe('S7: a completed survey', () => {
  it('is pending first, and available after fourteen days', async () => {
    const did = await registered(kit());
    await complete(kit(), did, 1200);
    expect(await check(kit(), did)).toMatchObject({ available_reward: 0, pending_reward: 12, total_rewards: 12 });
    await releaseDueRewards(kit().deps.database, new Date(at(14).getTime() - 1));
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, pending: 1200 });
    await releaseDueRewards(kit().deps.database, at(14));
    await releaseDueRewards(kit().deps.database, at(15));
    expect(await check(kit(), did)).toMatchObject({ available_reward: 12, pending_reward: 0, total_rewards: 12 });
  });

  it('leaves nothing if it is taken back while pending', async () => {
    const did = await registered(kit());
    const session = await complete(kit(), did, 900);
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    expect(await wallet(kit(), did)).toEqual(NOTHING);
    expect(await check(kit(), did)).toMatchObject({ total_rewards: 0 });
  });

  it('is owed if it is taken back after it was withdrawn, and later rewards pay off the debt first', async () => {
    const did = await registered(kit());
    const session = await earnAvailable(kit(), did);
    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, reserved: ENOUGH, owed: -ENOUGH });
    await earnAvailable(kit(), did, 1000);
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, reserved: ENOUGH, owed: 1000 - ENOUGH });
    await earnAvailable(kit(), did, ENOUGH);
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, reserved: ENOUGH, available: 1000 });
  });

  it('taken back after release takes what is available, and the rest is owed', async () => {
    const did = await registered(kit());
    const session = await earnAvailable(kit(), did, 3000);
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    expect(await wallet(kit(), did)).toEqual(NOTHING);
  });

  it('T7: gives the same balances in any order of up to five events', async () => {
    const did = await registered(kit());
    const EVENTS: ReportedOutcome['outcome'][] = ['complete', 'reversed', 'reinstated', 'reversed', 'reinstated'];
    for (let length = 1; length <= EVENTS.length; length += 1) {
      const credited = length % 2 === 1;
      for (const order of permutations(EVENTS.slice(0, length).map((outcome, index) => ({ outcome, index })))) {
        const session = await mintSession(kit(), did);
        const before = await wallet(kit(), did);
        for (const { outcome, index } of order)
          await reportEvent(kit(), session, {
            outcome,
            key: `${session}:${index}`,
            // Each message names a different price. The completion's price counts.
            usdMicros: 1_200_000n - BigInt(index) * 100_000n,
            surveyId: session,
          });
        const after = await wallet(kit(), did);
        expect(after.pending - before.pending, order.map(({ outcome }) => outcome).join(' ')).toBe(credited ? 1080 : 0);
      }
    }
  });

  it('T11: over the daily cap earns nothing more that day', async () => {
    const did = await registered(kit());
    const capped = { ...kit().config.pricing, dailyCapCents: 2000n };
    await complete(kit(), did, 1800);
    const next = await mintSession(kit(), did);
    await kit().db.query(
      "insert into partner_events (partner, dedupe_key, session_id, outcome, trust, usd_micros, survey_id, digest, effect, received_at) values ('purespectrum', $1, $1, 'complete', 'verified', 1000000, $1, 'x', 'recorded', now())",
      [next],
    );
    const result = await kit().deps.database.transaction((tx) => updateSessionReward(tx, capped, next, NOW));
    expect(result).toBe('over-daily-cap');
    expect(await wallet(kit(), did)).toEqual({ ...NOTHING, pending: 1800 });
  });
});

describe('a transfer consists of moves', () => {
  it('I1: that always sum to zero, without zero entries', () => {
    const account = fc.constantFrom('pending', 'available', 'owed', 'partner:purespectrum' as const);
    const move = fc.tuple(account, account, fc.bigInt({ min: 0n, max: 10_000n }));
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const amounts = postingsOf(moves).map(([, amount]) => amount);
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
        expect(amounts).not.toContain(0n);
      }),
    );
  });

  it('that never have a negative amount', () => {
    expect(() => postingsOf([['pending', 'available', -1n]])).toThrow(RangeError);
  });
});

describe('the ledger refuses', () => {
  const refused = (statement: string) => expect(kit().db.query(statement)).rejects.toThrow();

  it('I1, I3, I5: postings that don’t sum to zero, balances below zero, and any change to existing rows', async () => {
    const did = await registered(kit());
    await complete(kit(), did, 900);
    await refused(
      "with w as (select id from wallets limit 1), t as (insert into transfers (kind, subject, wallet_id, at) select 'earned', id, id, now() from w returning id) insert into postings select id, 'pending', 1 from t",
    );
    await refused(
      "insert into transfers (kind, subject, wallet_id, at) select 'earned', id, id, now() from wallets limit 1",
    );
    await refused('update wallets set available = -1');
    await refused('update wallets set owed = 1');
    await refused('update postings set amount = amount + 1');
    await refused('delete from postings');
    await refused('delete from transfers');
    await refused('truncate postings, transfers cascade');
  });

  it('no amount that a partner names creates money', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000_000n }), (usd) => {
        expect(rewardFor(usd, { sharePpm: 500_000, zarPerUsdMicros: 18_000_000n })).toBeLessThanOrEqual(
          (usd * 18n * 100n) / 1_000_000n,
        );
      }),
    );
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
