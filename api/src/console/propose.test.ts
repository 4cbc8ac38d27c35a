import { addMs, HOUR_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { ENOUGH, payoutForReview, wallet } from '../rewards/rewards.testing.ts';
import { auditOf, type Browser, useConsole } from './console.testing.ts';

const { kit, signIn } = useConsole();

let finance1: Browser;
let finance2: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  finance1 = await signIn('finance-1', 'finance');
  finance2 = await signIn('finance-2', 'finance');
});

const proposeReturn = (browser: Browser, id: string, reason = 'asked the issuer') =>
  browser.operate('resolve-payout', { id, outcome: 'not-issued', reason });
const proposed = async (browser: Browser, id: string): Promise<string> =>
  (await proposeReturn(browser, id)).json().proposal;

describe('T27: a second proposal for the same decision', () => {
  it('is refused with a link to the first, also by another person and with another reason', async () => {
    const { id } = await payoutForReview(kit());
    const first = await proposed(finance1, id);
    for (const browser of [finance1, finance2]) {
      const answer = await proposeReturn(browser, id, 'another reason');
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'duplicate-proposal',
        detail: `${first} for this is already waiting for approval, proposed by finance-1.`,
        proposal: first,
        link: `/proposal?id=${first}`,
      });
    }
    expect((await finance2.page('today')).proposals.map((each: { id: string }) => each.id)).toEqual([first]);
  });

  it('is refused by the database if both are proposed at once', async () => {
    const { id } = await payoutForReview(kit());
    const answers = await Promise.all(Array.from({ length: 10 }, () => proposeReturn(finance1, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, ...Array(9).fill(409)]);
  });

  it('is possible once the first was decided or has expired', async () => {
    const { id } = await payoutForReview(kit());
    const first = await proposed(finance1, id);
    expect((await finance2.refuse(first, 'ask again')).statusCode).toBe(200);
    const second = await proposed(finance1, id);
    kit().clock.set(addMs(NOW, 24 * HOUR_MS));
    finance1 = await signIn('finance-1', 'finance');
    const third = await proposed(finance1, id);
    expect((await finance1.page(`proposal?id=${second}`)).proposal).toMatchObject({ state: 'expired' });
    expect((await finance1.page(`proposal?id=${third}`)).proposal).toMatchObject({ state: 'open', own: true });
    expect((await finance1.page('today')).decided).toContainEqual(
      expect.objectContaining({ id: second, end: 'expired', decidedBy: null }),
    );
  });
});

describe('T27: the page of a proposal', () => {
  it('shows it while it is open and after it was decided, and what the role may read', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await proposed(finance1, id);
    const other = await proposed(finance1, (await payoutForReview(kit())).id);
    const open = await finance2.page(`proposal?id=${proposal}`);
    expect(open.proposal).toMatchObject({ id: proposal, state: 'open', amount: ENOUGH, mayApprove: true, own: false });
    expect(open.others.map((each: { id: string }) => each.id)).toContain(other);
    const support = await signIn('support-1', 'support');
    const hidden = await support.get(`/api/console/pages/proposal?id=${proposal}`);
    expect(hidden.json().proposal).toMatchObject({ facts: null, mayApprove: false, mayReopen: false });
    expect(hidden.payload).not.toContain('asked the issuer');
    expect((await finance2.approve(proposal, 'ticket 55121')).statusCode).toBe(200);
    const done = (await finance1.page(`proposal?id=${proposal}`)).proposal;
    expect(done).toMatchObject({ state: 'carried-out', decidedBy: 'finance-2', remark: 'ticket 55121' });
    expect(done).toMatchObject({ mayApprove: false, mayReopen: false });
    for (const { proposed, now } of done.facts) expect(now).toEqual(proposed);
    expect((await support.page(`proposal?id=${proposal}`)).proposal).toMatchObject({ remark: null });
    expect((await finance1.page('proposal?id=P-999999')).proposal).toBeNull();
  });
});

describe('T27: a declined proposal', () => {
  it('is reopened as a new one with a reason, and needs another person again', async () => {
    const { did, id } = await payoutForReview(kit());
    const first = await proposed(finance1, id);
    expect((await finance2.refuse(first, 'which ticket?')).statusCode).toBe(200);
    expect((await finance1.page(`proposal?id=${first}`)).proposal).toMatchObject({ state: 'refused', mayReopen: true });
    const reopen = (browser: Browser, reason: string) =>
      browser.post(`/api/console/proposals/${first}/reopen`, { reason });
    expect((await reopen(finance1, ' ')).statusCode).toBe(409);
    const { proposal } = (await reopen(finance1, 'ticket 55121')).json();
    expect((await finance1.page(`proposal?id=${first}`)).proposal).toMatchObject({ reopenedAs: proposal });
    expect((await finance2.page(`proposal?id=${proposal}`)).proposal).toMatchObject({
      state: 'open',
      reopens: first,
      reason: 'ticket 55121',
    });
    expect((await reopen(finance2, 'again')).json()).toMatchObject({ code: 'duplicate-proposal', proposal });
    expect((await finance1.approve(proposal)).statusCode).toBe(409);
    expect((await finance2.approve(proposal)).statusCode).toBe(200);
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
    expect((await reopen(finance1, 'once more')).statusCode).toBe(409);
    expect((await auditOf(kit())).at(-1)).toMatchObject({ actor: 'finance-1', second_actor: 'finance-2' });
  });

  it('is not reopened while it is open, after it was carried out, by another role, or without its PIN', async () => {
    const reopen = async (browser: Browser, id: string) =>
      (await browser.post(`/api/console/proposals/${id}/reopen`, { reason: 'x' })).json().detail;
    const { id } = await payoutForReview(kit());
    const open = await proposed(finance1, id);
    const CLOSED = 'Only a proposal that was closed without being carried out can be reopened.';
    expect(await reopen(finance1, open)).toBe(CLOSED);
    expect(await reopen(await signIn('support-1', 'support'), open)).toBe('Only finance may reopen this.');
    expect((await finance2.approve(open)).statusCode).toBe(200);
    expect(await reopen(finance1, open)).toBe(CLOSED);
    expect(await reopen(finance1, 'P-999999')).toBe('This proposal doesn’t exist.');
    const voucher = { outcome: 'issued', serial: 'S1', transaction: 'T-1', pin: '1234567890123456' };
    const other = await payoutForReview(kit());
    const answer = await finance1.operate('resolve-payout', { id: other.id, ...voucher, reason: 'x' });
    const { proposal: withPin } = answer.json();
    expect((await finance2.refuse(withPin, 'wrong voucher')).statusCode).toBe(200);
    expect(await reopen(finance1, withPin)).toMatch('What was entered in secret was erased');
    expect((await finance1.page(`proposal?id=${withPin}`)).proposal).toMatchObject({ mayReopen: false });
  });
});
