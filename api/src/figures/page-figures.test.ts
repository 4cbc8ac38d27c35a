/** The figures of a day are the same on every page, even while the worker that counts them is behind. */
import type { MoneyPageData, PartnersPageData } from '@panel/domain/console/money-pages';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { recordEvent } from '../partners/callbacks.ts';
import { creditSession, recordDecision } from '../partners/decisions.ts';
import { type LockedSession, lockSession } from '../partners/locked-session.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { complete, ENOUGH, earnAvailable, mintSession, reportEvent, withdrawing } from '../rewards/rewards.testing.ts';
import { countNight } from '../worker/nightly.ts';

const { kit, signIn } = useConsole();

/** On 15 November 2026 one panelist got a voucher of ENOUGH, and another, who had left, was paid it by hand. */
beforeAll(async () => {
  const { deps, clock, issuer, db } = kit();
  clock.set(NOW);
  await withdrawing(kit());
  await runPayouts(deps);
  const left = await withdrawing(kit());
  await send(kit(), 'DELETE', api.deleteProfile(left));
  issuer.answers({ kind: 'refused', code: '2406' });
  await runPayouts(deps);
  issuer.answers();
  const { rows } = await db.query("select reference from withdrawals where state = 'returned'");
  const [one, other] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
  const claim = { reference: rows[0].reference, reason: 'paid by bank transfer' };
  const { proposal } = (await one.operate('claim-payout', claim)).json();
  expect((await other.approve(proposal)).statusCode).toBe(200);
  await earnAvailable(kit(), await registered(kit()), 900);
  await countNight(deps, addMs(NOW, DAY_MS));
});

describe('what was paid out', () => {
  it('is the same sum on Today and Money, including payments by hand', async () => {
    kit().clock.set(addMs(NOW, DAY_MS));
    const finance = await signIn('finance-1', 'finance');
    const { days } = await finance.page('today');
    expect(days.at(-1)).toMatchObject({ day: '2026-11-15', paidOut: 2 * ENOUGH, vouchers: 1 });
    const money: MoneyPageData = await finance.page('money');
    expect(money.flows.at(-1)).toMatchObject({ month: '2026-11', paidOut: 2 * ENOUGH });
    expect(money.movement).toMatchObject({
      from: '2026-11-01',
      opening: 2 * ENOUGH + 900,
      accepted: 0,
      paidOut: 2 * ENOUGH,
    });
  });
});

describe('while the worker is behind', () => {
  it('every page shows the last counted day', async () => {
    kit().clock.set(addMs(NOW, 14 * DAY_MS));
    await complete(kit(), await registered(kit()), 700);
    const finance = await signIn('finance-1', 'finance');
    const { days, daysBefore } = await finance.page('today');
    expect(days.at(-1)).toMatchObject({ day: '2026-11-15', signUps: 2, activeIn7Days: 2 });
    expect(daysBefore.at(-1).day).toBe('2026-10-16');
    const money: MoneyPageData = await finance.page('money');
    expect(money.liability).toMatchObject({ available: 900, pending: 700 });
    expect(money.liabilityOverTime.at(-1)).toMatchObject({ day: '2026-11-15', available: 900, pending: 0 });
    // Later days are read from the rows, so nothing is missing from the month.
    expect(money.movement).toMatchObject({
      from: '2026-11-01',
      opening: 2 * ENOUGH + 900,
      accepted: 700,
      paidOut: 2 * ENOUGH,
    });
    expect(await finance.page('partners')).toMatchObject({ to: '2026-11-15' });
  });

  it('the changes of this month begin on its first day, even if none of its days is counted', async () => {
    kit().clock.set('2026-12-01T06:00:00Z');
    const { movement } = await (await signIn('finance-1', 'finance')).page('money');
    expect(movement).toMatchObject({ from: '2026-12-01', opening: 1_600, accepted: 0, paidOut: 0 });
  });
});

describe('completes', () => {
  it('count what partners verified, by day of completion, and partners owe only for those', async () => {
    const { deps, config } = kit();
    const { database } = deps;
    const on = (days: number) => addMs(NOW, days * DAY_MS);
    const rolledUp = async (days: number) => {
      kit().clock.set(on(days));
      for (let added = 1; added > 0; ) added = await countNight(deps, on(days));
      const finance = await signIn('finance-1', 'finance');
      const { partners }: PartnersPageData = await finance.page('partners?days=7');
      const { completed, owedByPartner } = partners.find(({ partner }) => partner === 'purespectrum') ?? {};
      return { completed, owedByPartner, completes: (await finance.page('today')).days.at(-1).completes };
    };
    await rolledUp(40);
    const did = await registered(kit());
    await complete(kit(), did, 900);
    const byHand = await mintSession(kit(), did);
    await database.transaction(async (tx) =>
      creditSession(tx, config.pricing, (await lockSession(tx, byHand, on(40))) as LockedSession, 1_000_000n, on(40)),
    );
    const withheld = await mintSession(kit(), did);
    const event = { outcome: 'complete', usdMicros: 2_000_000n, rawCode: '21', dedupeKey: withheld } as const;
    const rules = { ...config.pricing, dailyCapCents: 1n };
    const reported = { ...event, sessionId: withheld };
    const incoming = { partner: 'purespectrum', event: reported, channel: 'callback', at: on(40) } as const;
    const { eventId } = await recordEvent(database, rules, incoming);
    expect(await rolledUp(41)).toEqual({ completed: 2, owedByPartner: 1800, completes: 2 });
    // Two people credit it a day later. Only then is there a rate, and an amount that the partner owes.
    await database.transaction((tx) => recordDecision(tx, config.pricing, String(eventId), 'credited', on(41)));
    expect(await rolledUp(42)).toEqual({ completed: 2, owedByPartner: 5400, completes: 0 });
    // The partner confirms a completion that was credited by hand.
    await reportEvent(kit(), byHand, { outcome: 'complete', key: `${byHand}:late`, usdMicros: 1_000_000n });
    expect(await rolledUp(43)).toEqual({ completed: 3, owedByPartner: 7200, completes: 1 });
  });
});

describe('exposure', () => {
  it('excludes a month that partners may no longer reverse, even if nothing was earned since', async () => {
    const exposed = async (days: number) => {
      kit().clock.set(addMs(NOW, days * DAY_MS));
      const { exposure }: MoneyPageData = await (await signIn('finance-1', 'finance')).page('money');
      return exposure.filter(({ amount }) => amount > 0).map(({ month }) => month);
    };
    expect(await exposed(44)).toContain('2026-12');
    expect(await exposed(300)).toEqual([]);
  });
});
