/** A partner's statement: one person reads it, two people carry it out, and each session is taken back once. */

import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { report } from '../disputes/disputes.testing.ts';
import { quickMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, ENOUGH, reportEvent, wallet } from '../rewards/rewards.testing.ts';
import { countNight } from '../worker/nightly.ts';
import { recordDecision } from './decisions.ts';
import { applyStatements } from './statements.ts';

const { kit, signIn } = useConsole();
const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const MONTH = '2026-11';
afterEach(() => kit().clock.set(NOW));

/** Completed on 15 November 2026: one is kept, one withdrawn, one pending, and one already reversed. */
const sessions: Record<'kept' | 'withdrawn' | 'pending' | 'before', string> = {
  kept: '',
  withdrawn: '',
  pending: '',
  before: '',
};
const dids: string[] = [];
beforeAll(async () => {
  const { deps, clock } = kit();
  for (const name of Object.keys(sessions) as (keyof typeof sessions)[]) {
    const did = await registered(kit());
    dids.push(did);
    sessions[name] = await complete(kit(), did, ENOUGH, name === 'pending' ? { at: at(14) } : {});
  }
  await reportEvent(kit(), sessions.before, { outcome: 'reversed', key: 'taken back' });
  clock.set(at(14));
  await releaseDueRewards(deps.database, clock.now());
  await send(kit(), 'GET', api.withdraw(dids[1] as string));
  await runPayouts(deps);
  clock.set(at(40));
  for (let days = 1; days > 0; ) days = await countNight(deps, clock.now());
});

const fileOf = (...rows: readonly string[]) => ['session;status;amount', ...rows, ''].join('\n');
const signInTwo = async (): Promise<[Browser, Browser]> => {
  kit().clock.set(at(40));
  return [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
};
const read = (browser: Browser, file: string, month = MONTH, more: { anyway?: 'yes' } = {}) =>
  browser.operate('read-statement', { partner: 'purespectrum', month, file, ...more });
const moneyPage = async (browser: Browser): Promise<MoneyPageData> => browser.page('money');

describe('a partner’s statement', () => {
  it('is compared by session, moves no money when it is read, and takes rewards back once two people agree', async () => {
    const [one, other] = await signInTwo();
    const exposed = (await moneyPage(one)).exposure.find(
      ({ partner, month }) => partner === 'purespectrum' && month === MONTH,
    );
    expect(exposed?.amount).toBe(3 * ENOUGH);

    const file = fileOf(
      `${sessions.kept};complete;6.67`,
      `${sessions.withdrawn};reversed;6.67`,
      `${sessions.before};reversed;`,
      's_unknown;complete;1.00',
    );
    const answer = (await read(one, file)).json();
    expect(answer.lines).toEqual([
      `amount-differs: ${sessions.kept} ${formatRand(ENOUGH)}`,
      `reversed: ${sessions.withdrawn} ${formatRand(ENOUGH)}`,
      'theirs-only: s_unknown R0',
      `ours-only: ${sessions.pending} ${formatRand(ENOUGH)}`,
      'matched 0, reversed 1, ours-only 1, amount-differs 1, theirs-only 1, reversed-before 1, by-hand 0, reversed-here 0',
    ]);
    expect(await wallet(kit(), dids[1] as string)).toMatchObject({ owed: 0 });
    expect((await read(one, file)).json().detail ?? (await read(one, file)).body).toContain('already read');

    const row = (await moneyPage(one)).statements.find(({ partner }) => partner === 'purespectrum');
    expect(row).toMatchObject({ month: MONTH, statement: { readBy: 'finance-1', approvedAt: null }, proposal: null });
    const statement = row?.statement?.id as string;
    const proposed = await one.operate('apply-statement', { statement, reason: 'their books are closed' });
    const { proposal } = proposed.json();
    expect((await moneyPage(one)).statements[2]?.proposal).toBe(proposal);
    const shown = (await other.page('today')).proposals.find(({ id }: { id: string }) => id === proposal);
    expect(shown).toMatchObject({ amount: 2 * ENOUGH, mayApprove: true });
    expect(shown.facts).toContainEqual(
      expect.objectContaining({ label: 'Taken back', proposed: { text: '2 of 3 completes' } }),
    );
    expect((await one.approve(proposal)).statusCode).toBe(409);
    expect((await other.approve(proposal)).json().lines).toEqual([`${formatRand(2 * ENOUGH)} taken back`]);

    expect(await wallet(kit(), dids[0] as string)).toMatchObject({ available: ENOUGH, owed: 0 });
    expect(await wallet(kit(), dids[1] as string)).toMatchObject({ available: 0, owed: -ENOUGH });
    expect(await wallet(kit(), dids[2] as string)).toMatchObject({ pending: 0, available: 0, owed: 0 });
    expect(await quickMoneyCheck(kit().deps.database)).toMatchObject({ ok: true });
    expect(
      (await moneyPage(one)).exposure.some(({ partner, month }) => partner === 'purespectrum' && month === MONTH),
    ).toBe(false);
    // It is shown as the partner's report only if the partner sent it.
    const support = await signIn('support-1', 'support');
    const { card } = (await support.operate('open-card', { did: dids[2], reason: 'asked by chat' })).json();
    expect((await support.page(`people?card=${card}`)).card.sessions.rows).toMatchObject([{ reported: ['complete'] }]);
    await report(kit(), dids[2] as string, sessions.pending, 'reward-reversed');
    const dispute = (await kit().db.query("select 'D-' || max(id) as name from disputes")).rows[0].name;
    const { open } = await support.page(`disputes?dispute=${dispute}`);
    expect(open.theirs).toMatchObject([{ what: 'Complete' }]);
    expect(open.ours.at(-1)).toMatchObject({ what: 'Decided by two people: Reversed' });
    const again = await one.operate('apply-statement', { statement, reason: 'again' });
    expect(again.statusCode).toBe(409);
  });

  it('is finished by the worker if the process ends after the approval, and each session is taken back once', async () => {
    kit().clock.set(at(33));
    const did = await registered(kit());
    const [first, second] = [await complete(kit(), did, ENOUGH), await complete(kit(), did, ENOUGH)];
    kit().clock.set(at(60));
    const browser = await signIn('finance-1', 'finance');
    expect((await read(browser, fileOf(`${first};reversed;`, `${second};reversed;`), '2026-12')).statusCode).toBe(200);
    const { database, config } = kit().deps;
    const apply = (limit?: number) => applyStatements(database, config.pricing, at(60), limit);
    expect(await apply()).toBe(0);
    await kit().db.query('update partner_statements set approved_at = now()');
    expect(await apply(1)).toBe(1);
    const left = await kit().db.query(
      'select session_id as id from partner_statement_rows where session_id = any($1) and applied_at is null',
      [[first, second]],
    );
    // The process ended before it recorded a finished row, and the partner has reversed the other one itself.
    await kit().db.query('update partner_statement_rows set applied_at = null');
    await reportEvent(kit(), left.rows[0].id, { outcome: 'reversed', key: 'their own callback' }, at(60));
    while ((await apply()) > 0);
    const { rows } = await kit().db.query(
      `select session_id, count(*)::int as events from partner_events
       where session_id = any($1) and outcome = 'reversed' group by 1`,
      [[first, second]],
    );
    expect(rows.map(({ events }) => events)).toEqual([1, 1]);
    expect(await quickMoneyCheck(database)).toMatchObject({ ok: true });
  });

  it('may list a completion of the first day of a month in the month before', async () => {
    const did = await registered(kit());
    const completed = (day: string) => complete(kit(), did, 900, { at: new Date(`2027-${day}T10:00:00Z`) });
    const [first, missing, listed] = [await completed('03-01'), await completed('03-20'), await completed('03-21')];
    kit().clock.set('2027-04-10T10:00:00Z');
    const browser = await signIn('finance-1', 'finance');
    const unmatched = async (month: string, ...rows: readonly string[]) =>
      (await read(browser, fileOf(...rows), month)).json().lines.slice(0, -1);
    expect(await unmatched('2027-03', `${listed};complete;`)).toEqual([`ours-only: ${missing} R9`]);
    expect(await unmatched('2027-02', `${first};complete;`)).toEqual([]);
    expect(await unmatched('2027-03', `${listed};complete;`, `${missing};complete;`)).toEqual([]);
  });

  it('has the completions of its month, also those that two people credit in the next one', async () => {
    const did = await registered(kit());
    const september = { at: new Date('2027-09-29T10:00:00Z') };
    // The second is over the daily cap.
    const [paid, withheld] = [
      await complete(kit(), did, 900, september),
      await complete(kit(), did, 10_000_800, september),
    ];
    expect((await wallet(kit(), did)).pending).toBe(900);
    kit().clock.set('2027-10-10T10:00:00Z');
    const listed = await complete(kit(), did, 900);
    const { rows } = await kit().db.query('select id from partner_events where session_id = $1', [withheld]);
    const { database, config, clock } = kit().deps;
    await database.transaction((tx) => recordDecision(tx, config.pricing, rows[0].id, 'credited', clock.now()));
    kit().clock.set('2027-11-10T10:00:00Z');
    const browser = await signIn('finance-1', 'finance');
    const linesOf = async (month: string, file: string) => (await read(browser, file, month)).json().lines;
    expect(await linesOf('2027-10', fileOf(`${listed};complete;`))).toHaveLength(1);
    const ours = expect.stringContaining(`ours-only: ${withheld}`);
    expect(await linesOf('2027-09', fileOf(`${paid};complete;`))).toContainEqual(ours);
  });

  it('is expected, and can be read, from the first day after its month', async () => {
    kit().clock.set('2027-05-31T21:59:00Z');
    const shown = async () => {
      const page = await moneyPage(await signIn('finance-1', 'finance'));
      return [...new Set(page.statements.map(({ month, statement }) => `${month} ${statement?.readBy ?? 'none'}`))];
    };
    expect(await shown()).not.toContain('2027-05 none');
    const session = await complete(kit(), await registered(kit()), 900);
    kit().clock.set('2027-05-31T22:00:00Z');
    expect(await shown()).toContain('2027-05 none');
    const browser = await signIn('finance-1', 'finance');
    expect((await read(browser, fileOf(`${session};reversed;`), '2027-05')).statusCode).toBe(200);
    expect(await shown()).toContain('2027-05 finance-1');
  });

  it('can have as many rows as a partner’s month on a panel of a million', async () => {
    kit().clock.set('2027-08-10T10:00:00Z');
    const session = await complete(kit(), await registered(kit()), 900, { at: new Date('2027-07-10T10:00:00Z') });
    const browser = await signIn('finance-1', 'finance');
    const strange = Array.from({ length: 60_000 }, (_, index) => `s_${String(index).padStart(38, '0')};complete;1.25`);
    const file = fileOf(`${session};complete;`, ...strange);
    expect(file.length).toBeGreaterThan(2_900_000);
    const answer = await read(browser, file, '2027-07', { anyway: 'yes' });
    expect(answer.json().lines?.at(-1)).toBe(
      'matched 1, reversed 0, ours-only 0, amount-differs 0, theirs-only 60000, reversed-before 0, by-hand 0, reversed-here 0',
    );
    const tooLong = await read(browser, 'x'.repeat(20_000_001), '2027-07');
    expect(tooLong.json().errors).toEqual([{ field: 'file', message: 'Too long.' }]);
    const other = await browser.operate('freeze-payouts', { reason: 'x'.repeat(70_000) });
    expect(other.statusCode).toBe(413);
  });

  it.each([
    ['2026-12', fileOf('s_1;complete;1.00'), 'not over'],
    [MONTH, 'session\ns_1\n', 'no column status'],
    [MONTH, fileOf('s_1;paid;1.00'), 'Line 2'],
    [MONTH, fileOf('s_1;complete;1.00', 's_1;complete;1.00'), 'Line 3'],
    [MONTH, fileOf('s_1;complete;1.00'), 'Is this the right file?'],
    [MONTH, fileOf(), 'no rows'],
  ])('for %s is refused if it can’t be right: %j', async (month, file, why) => {
    const [one] = await signInTwo();
    const answer = await read(one, file, month);
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining(why)]);
  });

  it('T27: is refused as a whole for a text longer than 200 characters, and the message names the line', async () => {
    const [one] = await signInTwo();
    const session = await read(one, fileOf('s_1;complete;1.00', `${'s'.repeat(8000)};complete;1.00`), MONTH);
    expect(session.json().detail).toBe(
      'Line 3 can’t be read: session is longer than 200 characters. Nothing was stored.',
    );
    const amount = await read(one, fileOf(`s_1;complete;${'0'.repeat(201)}`), MONTH);
    expect(amount.json().detail).toBe(
      'Line 2 can’t be read: amount is longer than 200 characters. Nothing was stored.',
    );
  });
});
