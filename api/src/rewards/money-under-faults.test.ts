/**
 * Money under faults: real servers, workers, PostgreSQL and outside parties, each killed, stopped, frozen or failing. Every acknowledged
 * event is credited once, and every withdrawal has at most one voucher.
 */
import { describe, expect, it } from 'vitest';
import { type PanelUnderFaults, startPanelUnderFaults } from './money-under-faults.testing.ts';

/** Acknowledged events and faults; `npm run test:long` makes them 20,000 and 24. */
const [EVENTS, FAULTS] = process.env.LONG ? [20_000, 24] : [110, 0];

describe('R1, R2, R3: the books under faults', () => {
  it('lose nothing and duplicate nothing', async () => {
    const panel = await startPanelUnderFaults();
    try {
      await panel.runFaults(EVENTS, FAULTS);
      await panel.settle();
      const { acknowledged, faults, snapshots, ...wrong } = await panel.compare();
      expect(wrong).toEqual({
        booksThatDisagree: [],
        acknowledgedWithoutReward: [],
        creditedTwice: [],
        creditedWithoutReport: [],
        wrongAmounts: [],
        vouchersWithoutWithdrawal: [],
        withdrawalsWithWrongVouchers: [],
        deliveredTooOften: [],
      } satisfies Omit<Awaited<ReturnType<PanelUnderFaults['compare']>>, 'acknowledged' | 'faults' | 'snapshots'>);
      expect(acknowledged).toBeGreaterThanOrEqual(EVENTS);
      expect(faults).toBeGreaterThanOrEqual(Math.max(8, FAULTS));
      expect(snapshots).toBeGreaterThan(0);
      if (process.env.LONG)
        process.stderr.write(`${acknowledged} events, ${faults} faults, ${snapshots} snapshots, ${panel.describe()}\n`);
    } finally {
      await panel.close();
    }
  }, 7_200_000);
});
