/** The worker's daily figures match the rows. */
import { addDays, addMonths, southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { useOperator } from '../console/operator.testing.ts';
import { deliver, panelistWithSession } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { sql } from '../platform/database/database.ts';
import { arePayoutsFrozen } from '../rewards/payout-freezes.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, ENOUGH, mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { applyRetention } from '../worker/retention.ts';
import type { FigureOf } from './day-figures.ts';
import { rebuildRollups, rollUpDays } from './rollups.ts';

const { kit, operate } = useOperator();

type Action = 'register' | 'enter' | 'complete' | 'reverse' | 'reinstate' | 'withdraw' | 'next day';

async function perform(action: Action, number: number, people: string[], sessions: string[]): Promise<void> {
  const { deps, clock } = kit();
  const did = people[number % people.length];
  const session = sessions[number % Math.max(sessions.length, 1)];
  if (action === 'register') people.push(await registered(kit()));
  if (action === 'next day') {
    clock.set(new Date(clock.now().getTime() + DAY_MS));
    await releaseDueRewards(deps.database, clock.now());
    await rollUpDays(deps.database, clock.now());
  }
  if (!did) return;
  if (action === 'enter') await mintSession(kit(), did);
  if (action === 'complete') sessions.push(await complete(kit(), did, ENOUGH));
  if (session && (action === 'reverse' || action === 'reinstate'))
    await reportEvent(kit(), session, {
      outcome: action === 'reverse' ? 'reversed' : 'reinstated',
      key: `${session}:${number}`,
    });
  if (action === 'withdraw') {
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(deps);
  }
}

type FigureRow = FigureOf & { day: string; value: number };
const figures = async () =>
  (
    await kit().db.query(`
      select figure, day::text, partner, kind, account, detail, value::int from daily_figures
      order by day, figure, partner, kind, account, detail`)
  ).rows as FigureRow[];

/** The expected figures of a day, counted in another way. */
async function countedByRows(day: string): Promise<Record<string, number>> {
  const { rows } = await kit().db.query(
    `with d as (select $1::timestamptz as starts, $1::timestamptz + interval '1 day' as ends)
     select
       (select count(*)::int from panelists, d where registered_at >= starts and registered_at < ends) as "sign-ups",
       (select count(*)::int from survey_sessions, d where completed_at >= starts and completed_at < ends) as reported,
       (select count(*)::int from transfers, d where kind = 'earned' and at >= starts and at < ends) as completes,
       (select coalesce(sum(amount), 0)::int from withdrawals, d where state = 'paid' and ended_at >= starts and ended_at < ends) as paid,
       (select coalesce(sum(amount), 0)::int from postings p join transfers t on t.id = p.transfer_id, d where account = 'available' and at < ends) as available,
       (select count(distinct id)::int from panelists p, d where p.registered_at < ends and (
          p.registered_at >= ends - interval '7 days'
          or exists (select from survey_sessions s where s.panelist_id = p.id and s.created_at < ends and s.created_at >= ends - interval '7 days'))) as active`,
    [`${day}T00:00:00+02:00`],
  );
  return rows[0];
}

it('daily figures match the rows, whether added day by day or recounted', async () => {
  const action = fc.constantFrom<Action>(
    'register',
    'enter',
    'complete',
    'complete',
    'reverse',
    'reinstate',
    'withdraw',
    'next day',
    'next day',
  );
  const { clock, deps } = kit();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(action, fc.nat(20)), { minLength: 30, maxLength: 40 }), async (history) => {
      const [people, sessions] = [[await registered(kit())], [] as string[]];
      for (const [name, number] of history) await perform(name, number, people, sessions);
      await perform('next day', 0, people, sessions);
      const kept = await figures();
      const days = await deps.database.transaction((tx) => rebuildRollups(tx, clock.now()));
      expect(await figures()).toEqual(kept);
      expect(new Set(kept.map(({ day }) => day)).size).toBe(days);
      for (const day of new Set<string>(kept.map((row) => row.day))) {
        const sum = (figure: string, matches: (row: FigureRow) => boolean = () => true) =>
          kept.reduce(
            (total, row) => (row.day === day && row.figure === figure && matches(row) ? total + row.value : total),
            0,
          );
        expect({
          'sign-ups': sum('sign-ups'),
          reported: sum('completes'),
          completes: sum('transfers', ({ kind, account }) => kind === 'earned' && account.startsWith('partner:')),
          paid: sum('moved', ({ kind, account }) => kind === 'withdrawal-paid' && account === 'paid-out'),
          available: sum('balance', ({ account }) => account === 'available'),
          active: sum('active', ({ detail }) => detail === '7'),
        }).toEqual(await countedByRows(day));
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

it('a day is counted once it is over, and when the sandbox’s clock jumps, the days between are added', async () => {
  const { clock, deps } = kit();
  await registered(kit());
  const last = async () => (await kit().db.query('select max(day)::text as day from daily_figures')).rows[0].day;
  const before = await last();
  clock.set(new Date(NOW.getTime() + 100 * DAY_MS));
  for (let added = 1; added > 0; ) added = await rollUpDays(deps.database, clock.now());
  const [from, to] = [before ?? '2026-11-14', '2027-02-22'];
  expect(await last()).toBe(to);
  const { rows } = await kit().db.query('select count(distinct day)::int as days from daily_figures where day > $1', [
    from,
  ]);
  expect(rows[0].days).toBe((Date.parse(to) - Date.parse(from)) / DAY_MS);
});

/** Moves the clock to the first day without figures, and returns it. */
async function passToNewDay(): Promise<string> {
  const { rows } = await kit().db.query('select max(day)::text as day from daily_figures');
  const day = addDays(rows[0].day ?? southAfricanDate(NOW), 1);
  kit().clock.set(new Date(`${day}T10:00:00Z`));
  return day;
}
async function passTo(at: Date): Promise<void> {
  kit().clock.set(at);
  for (let added = 1; added > 0; ) added = await rollUpDays(kit().deps.database, at);
}

it('T29: days whose rows were erased keep their figures when the others are recounted', async () => {
  const { clock, deps } = kit();
  const day = await passToNewDay();
  await complete(kit(), await registered(kit()), 900);
  await passTo(addMonths(clock.now(), 14));
  const figuresOfDay = async () => (await figures()).filter((row) => row.day === day);
  const before = await figuresOfDay();
  expect(before).toContainEqual(
    expect.objectContaining({ figure: 'callbacks', partner: 'purespectrum', detail: 'verified' }),
  );
  await applyRetention(deps);
  await deps.database.transaction((tx) => rebuildRollups(tx, clock.now()));
  expect(await figuresOfDay()).toEqual(before);
});

it('decisions by two people are not counted as callbacks of the partner', async () => {
  const day = await passToNewDay();
  const session = await complete(kit(), await registered(kit()), 900);
  const { rows } = await kit().db.query('select id from partner_events where session_id = $1', [session]);
  await operate('reverse-reward', { event: rows[0].id, second: 'sipho', reason: 'a bot' });
  await passTo(addMs(kit().clock.now(), DAY_MS));
  const callbacks = (await figures()).filter((row) => row.day === day && row.figure === 'callbacks');
  expect(callbacks).toEqual([
    { figure: 'callbacks', day, partner: 'purespectrum', kind: '', account: '', detail: 'verified', value: 1 },
  ]);
});

it('panelists who have left and rejected callbacks stay in past figures', async () => {
  const { clock, deps } = kit();
  await passToNewDay();
  const did = await registered(kit());
  const stayed = await registered(kit());
  await mintSession(kit(), did);
  await deliver(kit(), spectrumComplete((await panelistWithSession(kit(), 'purespectrum')).session, { key: 'forged' }));
  await passTo(addMs(clock.now(), DAY_MS));
  const kept = await figures();
  expect(kept).toContainEqual(
    expect.objectContaining({ figure: 'callbacks', partner: 'purespectrum', detail: 'failed' }),
  );
  expect((await send(kit(), 'DELETE', api.deleteProfile(did))).statusCode).toBe(200);
  await kit().db.query("update panelists set status = 'blocked' where did_index = $1", [
    kit().vault.digest('did', stayed),
  ]);
  await sweepSessions(deps.database, addMs(clock.now(), 100 * DAY_MS));
  await deps.database.transaction((tx) => rebuildRollups(tx, clock.now()));
  expect(await figures()).toEqual(kept);
});

it('T27: recounting every day doesn’t block freezing payouts or other audited work', async () => {
  const { database } = kit().deps;
  const table = await holdTransaction(database, (tx) => tx.many(sql`lock table daily_figures in share mode`));
  const rebuild = operate('rebuild-figures', { reason: 'a new way to count' });
  let freeze: Promise<string> | undefined;
  try {
    await aLockIsAwaited(kit());
    freeze = operate('freeze-payouts', { reason: 'a doubt' });
    await expect.poll(() => arePayoutsFrozen(database)).toBe(true);
  } finally {
    await table.commit();
    await Promise.all([rebuild, freeze]);
  }
  expect(await rebuild).toMatch(/^\d+ days$/m);
});
