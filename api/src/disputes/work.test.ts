/** Operators share the work on disputes: who works on one, and one that is opened again. */

import { addMs, DAY_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { auditOf, type Browser, useConsole } from '../console/console.testing.ts';
import type { TodayPageData } from '../pages/today.ts';
import { wallet } from '../rewards/rewards.testing.ts';
import { finishSurvey, historyOf, report } from './disputes.testing.ts';
import type { DisputesPageData } from './disputes-page.ts';
import { answerConfirmedDisputes } from './store.ts';

const { kit, signIn } = useConsole();
let [one, other, finance] = [] as unknown as [Browser, Browser, Browser];
const signInAll = async () => {
  one = await signIn('support-1', 'support');
  other = await signIn('support-2', 'support');
  finance = await signIn('finance-1', 'finance');
};
beforeEach(async () => {
  kit().clock.set(NOW);
  await signInAll();
});

async function reported(): Promise<{ did: string; dispute: string }> {
  const did = await registered(kit());
  const session = await finishSurvey(kit(), did);
  await report(kit(), did, session);
  const { rows } = await kit().db.query("select 'D-' || id as name from disputes where session_id = $1", [session]);
  return { did, dispute: rows[0].name };
}
const page = (browser: Browser, query: string): Promise<DisputesPageData> => browser.page(`disputes?${query}`);
const listed = async (browser: Browser, state: string) =>
  (await page(browser, `state=${state}`)).disputes.rows.map(({ dispute }) => dispute);
const decline = (dispute: string, answer = 'It was not finished.') =>
  one.operate('decline-dispute', { dispute, answer });
const reopen = (browser: Browser, dispute: string) =>
  browser.operate('reopen-dispute', { dispute, reason: 'the partner wrote' });

describe('an open dispute', () => {
  it('is assigned to the operator who takes it, and unassigned again', async () => {
    const { dispute } = await reported();
    const before = (await page(one, '')).counts;
    expect((await one.operate('assign-dispute', { dispute, to: 'me' })).json().message).toBe('Assigned to you.');
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      actor: 'support-1',
      operation: 'assign-dispute',
      inputs: { to: 'me' },
      subject: dispute,
    });
    const { open, counts } = await page(one, `dispute=${dispute}`);
    expect(open?.assignedTo).toBe('support-1');
    expect([counts.mine, counts.unassigned]).toEqual([before.mine + 1, before.unassigned - 1]);
    expect(await listed(one, 'mine')).toContain(dispute);
    expect(await listed(other, 'mine')).not.toContain(dispute);
    expect(await listed(other, 'unassigned')).not.toContain(dispute);
    await other.operate('assign-dispute', { dispute, to: 'me' });
    expect(await listed(one, 'mine')).not.toContain(dispute);
    await other.operate('assign-dispute', { dispute, to: 'nobody' });
    expect(await listed(one, 'unassigned')).toContain(dispute);
  });

  it('is counted with the filters of its list', async () => {
    const { dispute } = await reported();
    const partner = (await page(one, `dispute=${dispute}`)).open?.partner;
    const all = await page(one, '');
    expect((await page(one, `partner=${partner}`)).counts).toEqual(all.counts);
    const others = await page(one, `partner=${partner === 'cint-match' ? 'cint-router' : 'cint-match'}`);
    expect(Object.values(others.counts).every((count) => count === 0)).toBe(true);
    expect(others.atStake).toEqual({ amount: 0, unknown: 0 });
  });

  it('can be assigned only while it is open', async () => {
    const { dispute } = await reported();
    await decline(dispute);
    expect((await one.operate('assign-dispute', { dispute, to: 'me' })).statusCode).toBe(409);
  });
});

describe('a closed dispute', () => {
  it('is opened again by one person, with its earlier answer, and its age counts from then', async () => {
    const { did, dispute } = await reported();
    await decline(dispute, 'The first answer.');
    kit().clock.set(addMs(NOW, 6 * DAY_MS));
    await signInAll();
    expect((await reopen(other, dispute)).json().message).toBe(`${dispute} is open again and assigned to you.`);
    expect((await auditOf(kit())).at(-1)).toMatchObject({ operation: 'reopen-dispute', reason: 'the partner wrote' });
    expect((await page(other, `dispute=${dispute}`)).open).toMatchObject({
      state: 'new',
      assignedTo: 'support-2',
      answer: null,
      earlierAnswer: 'The first answer.',
      reportedAt: NOW.toISOString(),
      openSince: addMs(NOW, 6 * DAY_MS).toISOString(),
    });
    expect(await listed(one, 'closed')).not.toContain(dispute);
    const { waiting }: TodayPageData = await one.page('today');
    expect(waiting.find(({ kind }) => kind === 'disputes')?.count).toBeGreaterThan(0);
    await decline(dispute, 'The second answer.');
    expect(JSON.stringify(await historyOf(kit(), did))).toContain('The second answer.');
    expect((await reopen(other, 'D-999999')).statusCode).toBe(409);
  });

  it('keeps its credit, and waits for a person', async () => {
    const { did, dispute } = await reported();
    const credit = { dispute, amount: '12', answer: 'Credited.', reason: 'seen' };
    await finance.approve((await one.operate('credit-dispute', credit)).json().proposal);
    expect((await wallet(kit(), did)).pending).toBe(1200);
    await reopen(one, dispute);
    await answerConfirmedDisputes(kit().deps.database, kit().clock.now());
    expect(await listed(one, 'mine')).toContain(dispute);
    expect((await one.operate('credit-dispute', credit)).body).toContain('This session has already been credited.');
    await decline(dispute, 'You were paid R12.');
    expect((await page(one, `dispute=${dispute}`)).open).toMatchObject({
      state: 'credited',
      answer: 'You were paid R12.',
    });
    expect((await wallet(kit(), did)).pending).toBe(1200);
  });

  it('is not reopened while it is open', async () => {
    const { dispute } = await reported();
    expect((await reopen(one, dispute)).statusCode).toBe(409);
  });
});
