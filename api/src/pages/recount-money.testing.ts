/** Compares every figure of Today and Money with the plain rows. */

import { addDays } from '@panel/domain/calendar';
import { type MoneyPageData, sumOfLiability } from '@panel/domain/console/money-pages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { PARTNERS } from '@panel/domain/partners/partners';
import { OPEN_WITHDRAWAL_STATES } from '@panel/domain/rewards/withdrawal';
import { describe, expect, it } from 'vitest';
import type { GeneratedPanel } from '../../test/generated-panel.ts';
import type { PlainRow } from '../../test/plain-rows.ts';
import {
  acceptedIn,
  isOpenProposal,
  liabilityOn,
  movedIn,
  overdueStatementsIn,
  owedByMonth,
  totalOf,
  withheldIn,
} from '../../test/recount-money.ts';
import { activeIn, dayOf, monthOf, ofStatus, sum } from '../../test/recount-panel.ts';
import type { TodayPageData } from './today.ts';

const OPEN = ['reserved', 'sending', 'unknown', 'needs-review'];

/** To be called at the top of a test file. */
export function checkMoneyPages(world: () => GeneratedPanel): void {
  describe('Today', () => {
    it('its days, its panel and the open payouts', async () => {
      const { now, night, diary, day, page } = world();
      const today = await page<TodayPageData>('today');
      const moved = movedIn(night);
      const figuresOn = (on: string) => {
        const rows = diary.get(on);
        return {
          day: on,
          signUps: rows?.panelists.filter((one) => dayOf(one.registered_at) === on).length ?? 0,
          activeIn7Days: rows ? activeIn(rows, 7, on) : 0,
          completes: night.survey_sessions.filter((one) => one.completed_at && dayOf(one.completed_at) === on).length,
          paidOut: totalOf(moved, ({ account, at }) => account === 'paid-out' && dayOf(at) === on),
          vouchers: night.transfers.filter(({ kind, at }) => kind === 'withdrawal-paid' && dayOf(at) === on).length,
        };
      };
      expect(today.days).toEqual(Array.from({ length: 30 }, (_, index) => figuresOn(addDays(day, index - 29))));
      expect(today.daysBefore).toEqual(Array.from({ length: 30 }, (_, index) => figuresOn(addDays(day, index - 59))));
      expect(today.panelSize).toBe(ofStatus(night, 'approved').length);
      const open = now.withdrawals.filter(({ state }) => OPEN.includes(state));
      for (const state of OPEN_WITHDRAWAL_STATES) {
        const inState = open.filter((one) => one.state === state);
        const shown = today.payouts.open.find((one) => one.state === state) ?? { state, count: 0, amount: 0 };
        expect(shown).toEqual({
          state,
          count: inState.length,
          amount: sum(inState.map(({ amount }) => Number(amount))),
        });
      }
    });

    it('each item that needs attention, once', async () => {
      const { now, night, at, pricing, page } = world();
      const { waiting } = await page<TodayPageData>('today');
      const proposals = now.proposals.filter((one) => isOpenProposal(one, at));
      const isFree = (id: string) => !proposals.some(({ facts }) => facts.subject === id);
      const review = now.withdrawals.filter(({ id, state }) => state === 'needs-review' && isFree(id));
      const withheld = withheldIn(now, pricing).filter(({ id }) => isFree(id));
      const disputes = now.disputes.filter(({ id, answered_at: answered }) => !answered && isFree(`D-${id}`));
      const statements = overdueStatementsIn(night, now, dayOf(at)).filter(({ id }) => isFree(id));
      expect(statements).toHaveLength(PARTNERS.length);
      const messages = now.messages.filter(({ state }) => state === 'needs-review');
      const codes = new Map<string, Date>();
      for (const { partner, raw_code: code, is_unknown_code: isUnknown, received_at: on } of now.partner_events)
        if (isUnknown && !codes.has(`${partner}:${code}`)) codes.set(`${partner}:${code}`, on);
      const oldest = (times: readonly Date[]) => new Date(Math.min(...times.map((one) => one.getTime()))).toISOString();
      const entry = (kind: string, times: readonly Date[], amounts: readonly number[] | null) =>
        times.length === 0
          ? []
          : [{ kind, count: times.length, oldest: oldest(times), amount: amounts && sum(amounts) }];
      const expected = [
        ...entry(
          'withdrawals',
          review.map((one) => one.requested_at),
          review.map(({ amount }) => Number(amount)),
        ),
        ...entry(
          'withheld-rewards',
          withheld.map(({ since }) => since),
          withheld.map(({ amount }) => amount),
        ),
        ...entry('unknown-codes', [...codes.values()], null),
        ...entry(
          'messages',
          messages.map((one) => one.created_at),
          null,
        ),
        ...entry(
          'disputes',
          disputes.map((one) => one.reported_at),
          null,
        ),
        ...entry(
          'statements',
          statements.map(({ since }) => since),
          null,
        ),
        ...entry(
          'proposals',
          proposals.map((one) => one.proposed_at),
          proposals.map(({ facts }) => Number(facts.amount ?? 0)),
        ),
      ];
      expect(waiting.map(({ kind, count, oldest: since, amount }) => ({ kind, count, oldest: since, amount }))).toEqual(
        expected.sort((a, b) => (a.oldest < b.oldest ? -1 : 1)),
      );
    });
  });

  describe('Money', () => {
    it('its liability, its changes and its flows', async () => {
      const { now, night, day, at, page } = world();
      const money = await page<MoneyPageData>('money');
      const walletsOf = (account: string) => sum(now.wallets.map((wallet) => Number(wallet[account])));
      const moved = movedIn(now);
      expect(money.liability).toEqual({
        available: walletsOf('available'),
        pending: walletsOf('pending'),
        reserved: walletsOf('reserved'),
        unclaimed: totalOf(moved, ({ account }) => account === 'unclaimed'),
      });
      expect(money.owed).toBe(0 - walletsOf('owed'));
      expect(money.liabilityOverTime).toEqual(
        money.liabilityOverTime.map(({ day: on }) => ({ day: on, ...liabilityOn(moved, on) })),
      );
      const from = `${dayOf(at).slice(0, 7)}-01`;
      const ofMonth = moved.filter((one) => dayOf(one.at) >= from);
      expect(money.movement).toEqual({
        from,
        opening: sumOfLiability(liabilityOn(moved, addDays(from, -1))),
        accepted: acceptedIn(ofMonth),
        thankYous: 0 - totalOf(ofMonth, ({ account }) => account === 'thank-you'),
        reversed:
          0 -
          totalOf(ofMonth, ({ kind, account }) => kind === 'reversed' && ['pending', 'available'].includes(account)),
        debtsPaidOff: totalOf(
          ofMonth,
          ({ kind, account }) => account === 'owed' && !['reversed', 'written-off', 'debt-restored'].includes(kind),
        ),
        paidOut: totalOf(ofMonth, ({ account }) => account === 'paid-out'),
        forfeited: totalOf(ofMonth, ({ account }) => account === 'forfeited'),
      });
      const owed = owedByMonth(night, day);
      const counted = movedIn(night);
      expect(money.flows).toEqual(
        money.flows.map(({ month }) => ({
          month,
          owedByPartners: owed.get(month) ?? 0,
          accepted: acceptedIn(counted.filter(({ at }) => monthOf(at) === month)),
          paidOut: totalOf(counted, ({ account, at }) => account === 'paid-out' && monthOf(at) === month),
        })),
      );
      expect(money.books).toMatchObject({
        postings: { sum: 0, difference: 0 },
        wallets: { difference: 0 },
        states: { difference: 0 },
      });
    });

    it('its open payouts, its review and its exposure', async () => {
      const { now, night, at, pricing, page } = world();
      const money = await page<MoneyPageData>('money');
      const limits = [0, 15 * MINUTE_MS, HOUR_MS, DAY_MS, Number.POSITIVE_INFINITY];
      expect(money.payouts).toEqual(
        OPEN.map((state) => {
          const open = now.withdrawals.filter((one) => one.state === state);
          const ageOf = (one: PlainRow) => at.getTime() - one.requested_at.getTime();
          const ages = [0, 1, 2, 3].map(
            (band) =>
              open.filter((one) => ageOf(one) >= (limits[band] ?? 0) && ageOf(one) < (limits[band + 1] ?? 0)).length,
          );
          return { state, ages, amount: sum(open.map(({ amount }) => Number(amount))) };
        }),
      );
      expect(money.needsReview.map(({ id }) => id).sort()).toEqual(
        now.withdrawals
          .filter(({ state }) => state === 'needs-review')
          .map(({ id }) => id)
          .sort(),
      );
      expect(sum(money.withheldRewards.map(({ amount, standing }) => amount - (standing ?? 0)))).toBe(
        sum(withheldIn(now, pricing).map(({ amount }) => amount)),
      );
      expect(money.exposure).toEqual(
        money.exposure.map(({ month, partner, until }) => ({
          month,
          partner,
          until,
          amount: sum(
            night.rewards
              .filter((one) => one.partner === partner && monthOf(one.earned_at) === month && one.state !== 'reversed')
              .map(({ amount }) => Number(amount)),
          ),
        })),
      );
      // Cint may reverse until the 26th of the next month, PureSpectrum for about three months.
      const today = dayOf(world().at);
      expect(money.exposure.every(({ until }) => until >= today)).toBe(true);
      const openMonths = (partner: string) => money.exposure.filter((one) => one.partner === partner).length;
      expect(openMonths('purespectrum')).toBe(4);
      expect(openMonths('cint-match')).toBe(Number(today.slice(8)) <= 26 ? 2 : 1);
    });
  });
}
