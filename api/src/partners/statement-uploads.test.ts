/** What finance sees of partners' statements: sums that add up, implausible files, and statements that are overdue. */

import type { MoneyPageData, StatementOfMonth } from '@panel/domain/console/money-pages';
import type { ConsoleSession } from '@panel/domain/console/pages';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { rollUpDays } from '../figures/rollups.ts';
import type { TodayPageData } from '../pages/today.ts';
import { complete, reportEvent } from '../rewards/rewards.testing.ts';
import type { StatementPageData } from './statement-page.ts';

const { kit, signIn } = useConsole();
afterEach(() => kit().clock.set(NOW));

const fileOf = (...rows: readonly string[]) => ['session;status;amount', ...rows, ''].join('\n');
const read = (browser: Browser, month: string, file: string, more = {}) =>
  browser.operate('read-statement', { partner: 'purespectrum', month, file, ...more });
const completed = async (count: number, day: string) => {
  const at = new Date(`${day}T10:00:00Z`);
  const sessions: string[] = [];
  while (sessions.length < count) sessions.push(await complete(kit(), await registered(kit()), 900, { at }));
  return sessions;
};
const ofMonth = (page: MoneyPageData, month: string): StatementOfMonth | undefined =>
  page.statements.find((one) => one.partner === 'purespectrum' && one.month === month);
const countDays = async () => {
  const { database, clock } = kit().deps;
  for (let days = 1; days > 0; ) days = await rollUpDays(database, clock.now());
};

/** What Today lists and what the badge of Money counts. */
const overdueOn = async (browser: Browser) => {
  const { waiting }: TodayPageData = await browser.page('today');
  const { pages }: ConsoleSession = (await browser.get('/api/console/session')).json();
  return [
    waiting.find(({ kind }) => kind === 'statements') ?? null,
    pages.find(({ page }) => page === 'money')?.waiting,
  ];
};

describe('a partner’s statement', () => {
  it('adds up: ours are all rewards that it names or lacks, theirs are the rows of the file', async () => {
    const [confirmed, reversed, before, missing, here] = await completed(5, '2027-01-12');
    for (const session of [before, here])
      await reportEvent(kit(), `${session}`, { outcome: 'reversed', key: `${session} before` });
    kit().clock.set('2027-02-05T10:00:00Z');
    await countDays();
    const finance = await signIn('finance-1', 'finance');
    expect(ofMonth(await finance.page('money'), '2027-01')).toMatchObject({ ours: 5, statement: null });
    const file = fileOf(
      `${confirmed};complete;1`,
      `${reversed};reversed;1`,
      `${before};reversed;1`,
      `${here};complete;1`,
      's_unknown;complete;1',
      's_unknown_too;reversed;1',
    );
    const { page } = (await read(finance, '2027-01', file)).json();
    const row = ofMonth(await finance.page('money'), '2027-01');
    const counts = Object.fromEntries((row?.statement?.rows ?? []).map(({ verdict, count }) => [verdict, count]));
    expect(counts).toEqual({
      matched: 1,
      reversed: 1,
      'ours-only': 1,
      'amount-differs': 0,
      'theirs-only': 2,
      'reversed-before': 1,
      'by-hand': 0,
      'reversed-here': 1,
    });
    expect([row?.ours, row?.statement?.theirs]).toEqual([5, 6]);

    // The result stays at its own address, with each row and a file of them.
    const shown: StatementPageData = await finance.page(page.slice(1));
    expect(shown.shown?.statement?.id).toBe(row?.statement?.id);
    // First the rows that are taken back, and from where.
    expect([shown.show, shown.rows.total]).toEqual(['reversed', 1]);
    expect(shown.rows.rows).toMatchObject([
      { session: reversed, earnedAt: '2027-01-12T10:00:00.000Z', state: 'pending' },
    ]);
    expect(shown.takenFrom).toEqual({ people: 2, pending: 1_800, available: 0, owed: 0, writtenOff: 0 });
    expect((await finance.page(`${page.slice(1)}&show=all`)).rows.total).toBe(7);
    const only: StatementPageData = await finance.page(`${page.slice(1)}&show=ours-only`);
    expect(only.rows).toMatchObject({ total: 1, rows: [{ session: missing, verdict: 'ours-only', amount: 900 }] });
    const csv = await finance.get(`/api/console/pages${page}&show=ours-only&format=csv&table=rows`);
    expect(csv.body).toContain(`${missing},ours-only,9.00`);
    // An earlier file of the same month stays, too.
    await read(finance, '2027-01', fileOf(`${confirmed};complete;1`));
    expect((await finance.page(`${page.slice(1)}&show=all`)).rows.total).toBe(7);
    expect((await finance.page(`${page.slice(1)}&show=ours-only`)).rows).toEqual(only.rows);
  });

  it('that has far fewer rows than our records is stored only if it is uploaded anyway', async () => {
    const sessions = await completed(12, '2027-03-12');
    kit().clock.set('2027-04-05T10:00:00Z');
    const finance = await signIn('finance-1', 'finance');
    const file = fileOf(`${sessions[0]};complete;1`);
    const refused = await read(finance, '2027-03', file);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([
      {
        field: 'anyway',
        message: 'This file has 1 row; we expected about 12. Nothing was stored. Upload it anyway?',
      },
    ]);
    expect(ofMonth(await finance.page('money'), '2027-03')?.statement).toBeNull();
    expect((await read(finance, '2027-03', file, { anyway: 'yes' })).statusCode).toBe(200);
    const { rows } = await kit().db.query('select reason from audit order by id desc limit 1');
    expect(rows[0].reason).toContain('This file has 1 row; we expected about 12.');
    // Prices are compared, too: twelve rows, but each for twelve dollars.
    const dear = await read(finance, '2027-03', fileOf(...sessions.map((session) => `${session};complete;12`)));
    expect(dear.json().errors[0].message).toContain('Its total is $144.00; we expected about $12.00.');
  });

  it('is overdue after its due day, for years, until two people write it off', async () => {
    await completed(1, '2027-05-12');
    kit().clock.set('2027-06-10T10:00:00Z');
    await countDays();
    const row = async (browser: Browser) => ofMonth(await browser.page('money'), '2027-05');
    expect(await row(await signIn('finance-1', 'finance'))).toMatchObject({ dueOn: '2027-06-10', isOverdue: false });
    expect(await overdueOn(await signIn('finance-1', 'finance'))).toEqual([null, 0]);
    const waive = (browser: Browser) =>
      browser.operate('waive-statement', { partner: 'purespectrum', month: '2027-05', reason: 'they closed' });
    const early = await waive(await signIn('finance-1', 'finance'));
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'The statement is not overdue. It is due on 2027-06-10.',
    ]);

    kit().clock.set('2028-09-11T10:00:00Z');
    const [one, other] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
    expect(await row(one)).toMatchObject({ ours: 1, isOverdue: true, statement: null, proposal: null });
    const listed = { kind: 'statements', count: 1, oldest: '2027-06-09T22:00:00.000Z', overdue: true, amount: null };
    expect(await overdueOn(one)).toEqual([listed, 1]);
    const page: StatementPageData = await one.page('statement?partner=purespectrum&month=2027-05');
    expect(page.shown).toMatchObject({ isOverdue: true, dueOn: '2027-06-10' });
    const { proposal } = (await waive(one)).json();
    expect(await row(one)).toMatchObject({ isOverdue: true, proposal });
    // It is among the proposals now.
    expect(await overdueOn(one)).toEqual([null, 0]);
    expect((await one.approve(proposal)).statusCode).toBe(409);
    expect((await other.approve(proposal)).statusCode).toBe(200);
    expect(await row(one)).toBeUndefined();
    expect(await overdueOn(one)).toEqual([null, 0]);
    expect((await waive(one)).json().detail).toBe('This statement was already written off.');
  });
});
