/** A partner's statement doesn't take back what two people credited, and Money shows its current state. */
import type { MoneyPageData } from '@panel/domain/console/money-pages';
import { beforeEach, describe, expect, it } from 'vitest';
import { registered } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { report } from '../disputes/disputes.testing.ts';
import { complete, mintSession, reportEvent, wallet } from '../rewards/rewards.testing.ts';

const { kit, signIn } = useConsole();
let [one, other, support] = [] as unknown as [Browser, Browser, Browser];
let month = '';
let months = 0;

/** Each test has a separate month. */
beforeEach(async () => {
  months += 1;
  month = `2027-${String(months).padStart(2, '0')}`;
  await on(15);
});
async function on(day: number, { after = 0 } = {}): Promise<void> {
  kit().clock.set(new Date(Date.UTC(2027, months - 1 + after, day, 10)));
  one = await signIn('finance-1', 'finance');
  other = await signIn('finance-2', 'finance');
  support = await signIn('support-1', 'support');
}

const read = async (...rows: readonly string[]): Promise<string[]> => {
  const file = ['session;status;amount', ...rows, ''].join('\n');
  return (await one.operate('read-statement', { partner: 'purespectrum', month, file })).json().lines;
};
const statement = async () => {
  const { statements }: MoneyPageData = await one.page('money');
  const row = statements.find(({ partner, month: of }) => partner === 'purespectrum' && of === month);
  return row?.statement as NonNullable<typeof row>['statement'] & object;
};
const propose = async () => one.operate('apply-statement', { statement: (await statement()).id, reason: 'closed' });
const apply = async () => (await other.approve((await propose()).json().proposal)).json().lines as string[];

/** Two people credit the session through a dispute. */
async function creditByHand(did: string, session: string, amount?: string): Promise<void> {
  await report(kit(), did, session, amount ? 'no-reward' : 'reward-reversed');
  const dispute = (await kit().db.query("select 'D-' || max(id) as name from disputes")).rows[0].name;
  const answer = 'You finished it.';
  const credit = { dispute, answer, reason: 'seen', ...(amount && { amount }) };
  const approved = await other.approve((await support.operate('credit-dispute', credit)).json().proposal);
  expect(approved.statusCode).toBe(200);
}

/** The panelist returned as finished, but the partner reports nothing. */
async function finished(did: string): Promise<string> {
  const session = await mintSession(kit(), did);
  await kit().db.query(
    `update survey_sessions set created_at = created_at - interval '3 days', returned_at = created_at - interval '2 days',
       finished_at = created_at - interval '2 days' where id = $1`,
    [session],
  );
  return session;
}
const completed = async () => {
  const did = await registered(kit());
  return { did, session: await complete(kit(), did, 6000) };
};
const reverse = (session: string) => reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:reversed` });
const pendingOf = async (did: string) => (await wallet(kit(), did)).pending;
const COUNTS = 'theirs-only 0, reversed-before 0, by-hand';

describe('T7: what two people credited is not taken back by a statement', () => {
  it('that doesn’t list it, because the partner never reported the session', async () => {
    const [did, gone] = [await registered(kit()), await completed()];
    const session = await finished(did);
    await creditByHand(did, session, '12');
    const kept = await completed();
    await on(10, { after: 1 });
    expect(await read(`${kept.session};complete;`, `${gone.session};reversed;`)).toEqual([
      `reversed: ${gone.session} R60`,
      `by-hand: ${session} R12`,
      `matched 1, reversed 1, ours-only 0, amount-differs 0, ${COUNTS} 1, reversed-here 0`,
    ]);
    const { proposal } = (await propose()).json();
    const shown = (await other.page('today')).proposals.find(({ id }: { id: string }) => id === proposal);
    expect(shown.amount).toBe(6000);
    const proposed = { text: '1' };
    const label = 'Credited by two people, not taken back';
    expect(shown.facts).toContainEqual(expect.objectContaining({ label, proposed }));
    expect((await other.approve(proposal)).json().lines).toEqual(['R60 taken back']);
    expect([await pendingOf(did), await pendingOf(gone.did)]).toEqual([1200, 0]);
    const csv = await one.get('/api/console/pages/money?format=csv&table=statements');
    expect(csv.body).toContain(`purespectrum,${month},3,false,by-hand,1,12.00`);
  });

  it('that marks it as reversed again', async () => {
    const [back, gone] = [await completed(), await completed()];
    await reverse(back.session);
    await creditByHand(back.did, back.session);
    await on(10, { after: 1 });
    expect((await read(`${back.session};reversed;`, `${gone.session};reversed;`)).at(-1)).toBe(
      `matched 0, reversed 1, ours-only 0, amount-differs 0, ${COUNTS} 1, reversed-here 0`,
    );
    expect(await apply()).toEqual(['R60 taken back']);
    expect([await pendingOf(back.did), await pendingOf(gone.did)]).toEqual([6000, 0]);
    // A corrected file doesn't take it back either, once two people have credited it again.
    await creditByHand(gone.did, gone.session);
    expect((await read(`${back.session};reversed;`, `${gone.session};reversed;0`)).at(-1)).toContain('by-hand 2');
    expect((await propose()).json().detail).toBe('This statement takes nothing back.');
  });

  it('that was read before they credited it', async () => {
    const [back, gone] = [await completed(), await completed()];
    await on(10, { after: 1 });
    await read(`${back.session};reversed;`, `${gone.session};reversed;`);
    await reverse(back.session);
    await creditByHand(back.did, back.session);
    expect((await statement()).toTakeBack).toEqual({ count: 1, amount: 6000 });
    expect(await apply()).toEqual(['R60 taken back']);
    expect([await pendingOf(back.did), await pendingOf(gone.did)]).toEqual([6000, 0]);
  });

  it('unless the partner has confirmed the session and then reversed it', async () => {
    const did = await registered(kit());
    const session = await finished(did);
    await creditByHand(did, session, '12');
    await reportEvent(kit(), session, { outcome: 'complete', key: `${session}:late`, usdMicros: 1_333_334n });
    await on(10, { after: 1 });
    expect((await read(`${session};reversed;`))[0]).toBe(`reversed: ${session} R12`);
    await apply();
    expect(await pendingOf(did)).toBe(0);
  });
});

it('a corrected file of the same month takes back what it no longer lists', async () => {
  const [listed, left] = [await completed(), await completed()];
  await on(10, { after: 1 });
  expect(await read(`${listed.session};complete;`, `${left.session};complete;`)).toHaveLength(1);
  expect(await read(`${listed.session};complete;`)).toContain(`ours-only: ${left.session} R60`);
});

it('an incomplete file takes nothing back once a corrected one was read', async () => {
  const [listed, left] = [await completed(), await completed()];
  await on(10, { after: 1 });
  await read(`${listed.session};complete;`);
  const incomplete = (await statement()).id;
  const { proposal } = (await propose()).json();
  await read(`${listed.session};complete;`, `${left.session};complete;`);
  expect((await other.approve(proposal)).json()).toMatchObject({ code: 'facts-changed' });
  expect((await one.page(`statement?statement=${incomplete}`)).shown.statement.toTakeBack.count).toBe(0);
  const again = await one.operate('apply-statement', { statement: incomplete, reason: 'closed' });
  expect(again.json().detail).toBe('A newer file of this month has replaced this statement.');
  expect(await pendingOf(left.did)).toBe(6000);
});

describe('a statement on Money', () => {
  it('has nothing to take back once the partner’s own callbacks have reversed it', async () => {
    const [first, second] = [await completed(), await completed()];
    await on(10, { after: 1 });
    await read(`${first.session};reversed;`, `${second.session};reversed;`);
    expect((await statement()).toTakeBack).toEqual({ count: 2, amount: 12_000 });
    await reverse(first.session);
    expect((await statement()).toTakeBack).toEqual({ count: 1, amount: 6000 });
    await reverse(second.session);
    expect((await statement()).toTakeBack).toEqual({ count: 0, amount: 0 });
  });

  it('shows what it took back, once it is approved', async () => {
    const [first, second] = [await completed(), await completed()];
    await on(10, { after: 1 });
    await read(`${first.session};reversed;`, `${second.session};reversed;`);
    await reverse(first.session);
    expect(await apply()).toEqual(['R60 taken back']);
    expect(await statement()).toMatchObject({ takenBack: 6000, toTakeBack: { count: 0, amount: 0 } });
  });
});
