/**
 * Money under faults: real servers, workers, PostgreSQL and outside parties, while each of them is killed, stopped, frozen or
 * made to fail. What a partner was answered with a success is credited once, and every withdrawal is at most one voucher.
 */
import { describe, expect, it } from 'vitest';
import { type Bank, openBank } from './bank.testing.ts';

/** Acknowledged events and faults; `npm run test:long` makes them 20,000 and 24. */
const [EVENTS, FAULTS] = process.env.LONG ? [20_000, 24] : [110, 0];

describe('R1, R2, R3: the books under faults', () => {
  it('lose nothing and double nothing', async () => {
    const bank = await openBank();
    try {
      await bank.runFaults(EVENTS, FAULTS);
      await bank.settle();
      const { acknowledged, faults, snapshots, ...wrong } = await bank.compare();
      expect(wrong).toEqual({
        booksThatDisagree: [],
        acknowledgedWithoutReward: [],
        creditedTwice: [],
        creditedByNobody: [],
        wrongAmounts: [],
        vouchersWithoutWithdrawal: [],
        withdrawalsWithWrongVouchers: [],
        deliveredTooOften: [],
      } satisfies Omit<Awaited<ReturnType<Bank['compare']>>, 'acknowledged' | 'faults' | 'snapshots'>);
      expect(acknowledged).toBeGreaterThanOrEqual(EVENTS);
      expect(faults).toBeGreaterThanOrEqual(Math.max(8, FAULTS));
      expect(snapshots).toBeGreaterThan(0);
      if (process.env.LONG)
        process.stderr.write(`${acknowledged} events, ${faults} faults, ${snapshots} snapshots, ${bank.describe()}\n`);
    } finally {
      await bank.close();
    }
  }, 7_200_000);
});
