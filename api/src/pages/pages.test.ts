import type { MoneyPageData, PartnersPageData } from '@panel/domain/console/money-pages';
import { MAX_FILE_ROWS } from '@panel/domain/console/pages';
import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { check, goldenFor, NOW, registered, send } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { identify } from '../identity/panelists.ts';
import type { PeoplePageData, PersonCard } from '../panelists/card-page.ts';
import { withdrawConsentStatement } from '../panelists/consents.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, ENOUGH, mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { countNight } from '../worker/nightly.ts';
import type { AuditPageData } from './audit.ts';

const { kit, signIn } = useConsole();
const dids: string[] = [];
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** Four panelists: three completed a survey, one of them was reversed, one withdrew. */
beforeAll(async () => {
  const { deps, clock } = kit();
  for (let n = 0; n < 4; n += 1) dids.push(await registered(kit()));
  await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', dids[0] as string));
  const sessions = [];
  for (const did of dids.slice(0, 3)) sessions.push(await complete(kit(), did, ENOUGH));
  await mintSession(kit(), dids[3] as string);
  clock.set(later(1));
  await reportEvent(kit(), sessions[1] as string, { outcome: 'reversed', key: 'taken back' });
  clock.set(later(15));
  await releaseDueRewards(deps.database, clock.now());
  await send(kit(), 'GET', api.withdraw(dids[0] as string));
  await runPayouts(deps);
  clock.set(later(16));
  await countNight(deps, clock.now());
});

let browsers: Record<'support' | 'fieldwork' | 'finance' | 'auditor', Browser>;
beforeEach(async () => {
  kit().clock.set(later(16));
  browsers = {
    support: await signIn('support-1', 'support'),
    fieldwork: await signIn('fieldwork-1', 'fieldwork'),
    finance: await signIn('finance-1', 'finance'),
    auditor: await signIn('auditor-1', 'auditor'),
  };
});
afterEach(() => kit().clock.set(NOW));

describe('the console shows', () => {
  it('today: the figures of the last days, and whether the books agree', async () => {
    const today = await browsers.support.page('today');
    expect(today.days).toHaveLength(30);
    expect(today.days.find(({ day }: { day: string }) => day === '2026-11-15')).toEqual({
      day: '2026-11-15',
      signUps: 4,
      activeIn7Days: 4,
      completes: 3,
      paidOut: 0,
      vouchers: 0,
    });
    expect(today.days.at(-1)).toMatchObject({ day: '2026-11-30', paidOut: ENOUGH, vouchers: 1, activeIn7Days: 0 });
    expect(today).toMatchObject({ panelSize: 4, payouts: { frozenSince: null, open: [] } });
    expect(today.books).toMatchObject({
      postings: { sum: 0, difference: 0 },
      wallets: { sum: ENOUGH, difference: 0 },
      states: { difference: 0 },
    });
  });

  it('money: the liability now and over time, and the changes that add up to it', async () => {
    const money: MoneyPageData = await browsers.finance.page('money');
    expect(money.liability).toEqual({ available: ENOUGH, pending: 0, reserved: 0, unclaimed: 0 });
    expect(money.liabilityOverTime.at(-1)).toEqual({ day: '2026-11-30', ...money.liability });
    const { opening, accepted, thankYous, reversed, debtsPaidOff, paidOut, forfeited } = money.movement;
    expect(money.movement).toMatchObject({
      from: '2026-12-01',
      opening: ENOUGH,
      accepted: 0,
      reversed: 0,
      paidOut: 0,
    });
    expect(opening + accepted + thankYous - reversed - debtsPaidOff - paidOut - forfeited).toBe(ENOUGH);
    expect(money.flows.at(-1)).toEqual({
      month: '2026-11',
      owedByPartners: 4 * ENOUGH,
      accepted: 3 * ENOUGH,
      paidOut: ENOUGH,
    });
    expect(money.payouts.map(({ ages }) => ages)).toEqual(Array(4).fill([0, 0, 0, 0]));
    await browsers.finance.operate('freeze-payouts', { reason: 'something is odd' });
    expect((await browsers.finance.page('money')).frozen).toMatchObject({ reason: 'something is odd' });
    const { reference, amount } = (await kit().db.query('select reference, amount from withdrawals')).rows[0];
    const lines = [
      'reference;amount;serialNumber;transactionId;transactionDate',
      `${reference};${amount};S;T;2026-11-30`,
    ];
    const read = await browsers.finance.operate('reconcile', {
      file: `${lines.join('\n')}\nWstrange;700;S;T;2026-11-30`,
    });
    expect(read.json().lines).toContain('theirs-only: Wstrange R7');
    const { settlement } = await browsers.finance.page('money');
    expect(settlement).toMatchObject({ day: '2026-11-30', uploadedBy: 'finance-1' });
    expect(settlement.rows).toContainEqual({ verdict: 'matched', count: 1, amount: ENOUGH });
    expect(settlement.rows).toContainEqual({ verdict: 'theirs-only', count: 1, amount: 700 });
  });

  it('people: one card, only to the operator who opened it with a reason, and nothing that identifies the panelist', async () => {
    const { support, auditor } = browsers;
    expect(await support.page('people')).toEqual({ card: null });
    const [did] = dids as [string];
    expect((await support.operate('open-card', { did })).json().errors).toMatchObject([{ field: 'reason' }]);
    const { card: id } = (await support.operate('open-card', { did, reason: 'asked by chat' })).json();
    const { card }: PeoplePageData = await support.page(`people?card=${id}`);
    expect(card).toMatchObject({
      didEnds: did.slice(-4),
      reason: 'asked by chat',
      status: 'approved',
      wallet: { available: 0, pending: 0, reserved: 0, owed: 0 },
      earned: ENOUGH,
      paidOut: ENOUGH,
      preferences: { research: true },
      ledger: [
        { kind: 'withdrawal', state: 'paid', amount: -ENOUGH },
        { kind: 'reward', state: 'withdrawn', amount: ENOUGH, partner: 'purespectrum' },
      ],
      sessions: { total: 1, rows: [{ partner: 'purespectrum', reported: ['complete'], reward: ENOUGH }] },
    });
    expect(card?.questionnaires).toContainEqual(
      expect.objectContaining({ questionnaire: 'second-round', dueOn: null }),
    );
    const { firstname, surname, dob } = GOLDEN.registration.answers;
    for (const secret of [did, firstname, surname, dob]) expect(JSON.stringify(card)).not.toContain(secret);
    expect(await auditor.page(`people?card=${id}`)).toEqual({ card: null });
    await support.operate('set-status', { panelist: id, to: 'suspended', reason: 'speed' });
    await support.operate('add-note', { panelist: id, text: 'answers in seconds' });
    const { id: panelistId } = await identify(kit().deps.database, kit().vault, did);
    await kit().deps.database.run(withdrawConsentStatement(panelistId, 'transfer_abroad', later(16)));
    expect(await check(kit(), did)).toMatchObject({ status: 'suspended' });
    const changed: { card: PersonCard } = await support.page(`people?card=${id}`);
    expect(changed.card.statuses[0]).toMatchObject({ status: 'suspended', by: 'support-1', reason: 'speed' });
    // The golden registration ticks one of the two boxes.
    expect(changed.card.consents.map(({ purpose, state }) => [purpose, state])).toEqual([
      ['membership', 'given'],
      ['special:ethnicity', 'given'],
      ['marketing', 'given'],
      ['partner_comms', 'declined'],
      ['transfer_abroad', 'withdrawn'],
    ]);
    expect(changed.card.notes).toMatchObject([{ by: 'support-1', text: 'answers in seconds' }]);
    kit().clock.set(new Date(later(16).getTime() + 11 * 60_000));
    expect(await support.page(`people?card=${id}`)).toEqual({ card: null });
    expect((await support.operate('set-status', { panelist: id, to: 'approved', reason: 'x' })).statusCode).toBe(409);
  });

  it('audit: who did, saw and approved what, with filters and pages, without a did', async () => {
    const { auditor, support } = browsers;
    const did = dids[3] as string;
    for (let n = 0; n < 60; n += 1) await support.operate('open-card', { did, reason: `look ${n}` });
    const audit = async (query: string): Promise<AuditPageData> => auditor.page(`audit?${query}`);
    const first = await audit('account=support-1&operation=open-card');
    expect(first.accounts).toEqual(expect.arrayContaining(['support-1', 'finance-1']));
    expect(first.entries.rows[0]).toMatchObject({
      kind: 'looked',
      what: 'Open a card',
      account: 'support-1',
      reason: 'look 59',
    });
    expect(first.entries).toMatchObject({ newer: null, total: 61 });
    const second = await audit(
      `account=support-1&operation=open-card&cursor=${encodeURIComponent(first.entries.older as string)}`,
    );
    expect(second.entries.rows).toHaveLength(11);
    expect(second.entries.older).toBeNull();
    const back = await audit(
      `account=support-1&operation=open-card&cursor=${encodeURIComponent(second.entries.newer as string)}`,
    );
    expect(back.entries.rows).toEqual(first.entries.rows);
    const { card } = (await auditor.operate('open-card', { did, reason: 'who looked' })).json();
    expect((await audit(`search=${card}`)).entries.total).toBe(61);
    expect((await audit(`search=${did}`)).entries.total).toBe(0);
    expect((await audit('operation=freeze-payouts&from=2026-12-01&to=2026-12-01')).entries.total).toBe(1);
    expect((await audit('to=2026-11-30')).entries.total).toBe(0);
    expect(JSON.stringify(await audit(''))).not.toContain(did);
    // A file has all the entries that fit, whatever page is shown.
    const file = async (filters: string): Promise<string> =>
      (await auditor.operate('export-audit', { filters, reason: 'x' })).json().file.content;
    const content = await file(`account=support-1&operation=open-card&cursor=${first.entries.older}`);
    expect(content.trim().split('\r\n')).toHaveLength(1 + 61);
    await kit().db.query(`
      insert into audit (at, actor, operation, step)
        select now(), 'many', 'open-card', 'viewed' from generate_series(1, ${MAX_FILE_ROWS + 1})`);
    expect((await audit('account=many')).entries.total).toBe(MAX_FILE_ROWS);
    expect((await file('account=many')).trim().split('\r\n')).toHaveLength(1 + MAX_FILE_ROWS);
  });

  it('panel: size, activity, composition and cohorts; partners: the funnel, with the same figures', async () => {
    const panel: PanelPageData = await browsers.fieldwork.page('panel?question=province&row=gender&column=province');
    expect(panel).toMatchObject({ countedOn: '2026-11-30', size: 4, sizeBefore30Days: 0, joinedIn30Days: 4 });
    expect(await browsers.fieldwork.page('panel?status=blocked')).toMatchObject({ size: 0, joinedIn30Days: 0 });
    expect(panel.active).toEqual([
      { days: 7, people: 0 },
      { days: 30, people: 4 },
      { days: 90, people: 4 },
      { days: 365, people: 4 },
    ]);
    // One of them has left since the night.
    expect(panel.composition.answers.reduce((sum, { people }) => sum + people, 0)).toBe(4);
    expect(panel.crossed.rows.flatMap(({ people }) => people).reduce((sum, people) => sum + people, 0)).toBe(4);
    expect(panel.cohorts[0]).toEqual({
      month: '2026-11',
      people: 4,
      profiled: 1,
      completed: 3,
      withdrew: 1,
      active: [],
    });
    expect(panel.sealed.length).toBeGreaterThan(0);
    for (const sealed of panel.sealed) expect(panel.questions.map(({ label }) => label)).not.toContain(sealed);
    const partners: PartnersPageData = await browsers.fieldwork.page('partners?days=30');
    expect(partners.partners.find(({ partner }) => partner === 'purespectrum')).toMatchObject({
      entered: 4,
      completed: 3,
      released: 2,
      reversed: 1,
      pending: 0,
      rewarded: 2,
      rewards: 2 * ENOUGH,
      owedByPartner: 4 * ENOUGH,
      medianMinutes: 0,
    });
    const earned = partners.months.at(-1)?.partners.find(({ partner }) => partner === 'purespectrum');
    expect(earned).toEqual({ partner: 'purespectrum', earned: 3, reversed: 1 });
  });

  it('CSV of what a page shows, without formulas in its cells, and audits it', async () => {
    const answer = await browsers.finance.get('/api/console/pages/money?format=csv&table=flows');
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toMatch(/filename="money-flows-2026-12-01\.csv"/);
    const [head, ...rows] = answer.body.split('\r\n');
    // The byte order mark tells Excel that the file is UTF-8.
    expect(head).toBe('\ufeffmonth,owedByPartnersRand,acceptedRand,paidOutRand');
    expect(rows.at(-2)).toBe(['2026-11', ...[4, 3, 1].map((share) => ((share * ENOUGH) / 100).toFixed(2))].join(','));
    expect((await browsers.finance.get('/api/console/pages/money?format=csv&table=none')).statusCode).toBe(404);
    await browsers.finance.operate('freeze-payouts', { reason: '=HYPERLINK("x")' });
    const exported = async () => (await browsers.auditor.operate('export-audit', { reason: 'x' })).json().file.content;
    const all = await exported();
    expect(all).toContain(`"'=HYPERLINK(""x"")"`);
    expect(all).toContain('Save a table as CSV: money flows');
    // A South African spreadsheet starts a cell at each semicolon.
    await browsers.finance.operate('freeze-payouts', { reason: 'call;=1+1;x' });
    expect(await exported()).toContain(`,call;'=1+1;x`);
  });
});
