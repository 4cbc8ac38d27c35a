import { addMs, HOUR_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { buildConsoleApp } from '../console-app.ts';
import type { Database } from '../platform/database/database.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { ENOUGH, payoutForReview, wallet } from '../rewards/rewards.testing.ts';
import { eraseConsoleLeftovers } from '../worker/worker.ts';
import { auditOf, type Browser, browser, useConsole } from './console.testing.ts';

const { kit, signIn } = useConsole();

let finance1: Browser;
let finance2: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  finance1 = await signIn('finance-1', 'finance');
  finance2 = await signIn('finance-2', 'finance');
});

const proposeReturn = async (browser: Browser, id: string): Promise<string> => {
  const answer = await browser.operate('resolve-payout', { id, outcome: 'not-issued', reason: 'asked the issuer' });
  expect(answer.statusCode).toBe(202);
  return answer.json().proposal;
};

const problem = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

describe('T27: an operation that needs two people', () => {
  it('is proposed by one and carried out when another approves it, and the audit log names both', async () => {
    const { did, id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    const { proposals, waiting } = await finance2.page('today');
    expect(proposals).toMatchObject([{ id: proposal, amount: ENOUGH, own: false, mayApprove: true }]);
    for (const { proposed, now } of proposals[0].facts) expect(now).toEqual(proposed);
    expect(waiting).toContainEqual(expect.objectContaining({ kind: 'proposals', count: 1, amount: ENOUGH }));
    expect((await finance1.page('today')).proposals).toMatchObject([{ own: true, mayApprove: false }]);
    expect((await finance2.approve(proposal)).json()).toMatchObject({ done: true });
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
    const [proposed, approved] = (await auditOf(kit())).slice(-2);
    expect(proposed).toMatchObject({ actor: 'finance-1', operation: 'resolve-payout', step: 'proposed', subject: id });
    expect(approved).toMatchObject({
      actor: 'finance-1',
      second_actor: 'finance-2',
      operation: 'resolve-payout',
      step: 'done',
      inputs: { outcome: 'not-issued' },
      reason: 'asked the issuer',
    });
    expect((await finance2.page('today')).decided[0]).toMatchObject({ id: proposal, end: 'carried-out' });
  });

  it('can’t be approved by its proposer in any browser, or by another role', async () => {
    const { did, id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    const sameAccount = await signIn('finance-1', 'finance');
    expect(problem(await finance1.approve(proposal))).toEqual([409, 'refused']);
    expect(problem(await sameAccount.approve(proposal))).toEqual([409, 'refused']);
    const support = await signIn('support-1', 'support');
    expect(problem(await support.approve(proposal))).toEqual([409, 'refused']);
    expect(problem(await support.refuse(proposal, 'no'))).toEqual([409, 'refused']);
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    expect((await finance2.approve(proposal)).statusCode).toBe(200);
  });

  it('can be read by auditors and the roles that propose or approve it; others only see that it is open', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    const refused = await proposeReturn(finance1, (await payoutForReview(kit())).id);
    expect((await finance2.refuse(refused, 'ticket 55121')).statusCode).toBe(200);
    const { rows } = await kit().db.query('select reference from withdrawals where id = $1', [id]);
    const secrets = [rows[0].reference, id, 'asked the issuer', 'ticket 55121'];
    for (const role of ['finance', 'auditor', 'support', 'fieldwork'] as const) {
      const answer = await (await signIn(`${role}-3`, role)).get('/api/console/pages/today');
      const isReader = role === 'finance' || role === 'auditor';
      expect(answer.json().proposals).toContainEqual(
        expect.objectContaining({
          id: proposal,
          title: 'Resolve a payout',
          amount: ENOUGH,
          mayApprove: role === 'finance',
        }),
      );
      expect(answer.json().decided).toContainEqual(
        expect.objectContaining({ id: refused, amount: ENOUGH, remark: isReader ? 'ticket 55121' : null }),
      );
      if (isReader) expect(answer.payload).toContain('asked the issuer');
      else for (const secret of secrets) expect(answer.payload).not.toContain(secret);
    }
    expect((await finance1.refuse(proposal, 'mistyped')).statusCode).toBe(200);
    // The Audit page also finds a payout by its reference.
    const { entries } = await (await signIn('auditor-1', 'auditor')).page(`audit?search=${rows[0].reference}`);
    expect(entries.rows.map(({ what }: { what: string }) => what)).toContain(
      'Proposed: Resolve a payout: It did not issue the voucher and will not',
    );
  });

  it('is done once: fifty concurrent approvals, a replay and a later refusal change nothing more', async () => {
    const { did, id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => finance2.approve(proposal)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(49).fill(409)]);
    expect(problem(await finance2.approve(proposal))).toEqual([409, 'refused']);
    expect(problem(await finance2.refuse(proposal, 'too late'))).toEqual([409, 'refused']);
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
    const { rows } = await kit().db.query("select from transfers where subject = $1 and kind = 'withdrawal-returned'", [
      id,
    ]);
    expect(rows).toHaveLength(1);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('is confirmed if the answer to its commit was lost and the transaction was retried', async () => {
    const { did, id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    const { database, ...deps } = kit().depsAs('console');
    const transaction: Database['transaction'] = async (work) => {
      await database.transaction(work);
      return database.transaction(work);
    };
    const app = buildConsoleApp({ ...deps, database: { ...database, transaction } });
    const answer = await browser(kit(), app, finance2.cookie).approve(proposal);
    expect([answer.statusCode, answer.json().done]).toEqual([200, true]);
    expect(await wallet(kit(), did)).toMatchObject({ available: ENOUGH, reserved: 0 });
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      operation: 'resolve-payout',
      step: 'done',
      inputs: { outcome: 'not-issued' },
      subject: id,
    });
    await app.close();
  });

  it('is refused and closed if the facts have changed', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    await kit().db.query(
      `
      insert into settlements (reference, amount, serial_last4, transaction, read_at)
      select reference, amount, '1234', 'T1', now() from withdrawals where id = $1`,
      [id],
    );
    const [shown] = (await finance2.page('today')).proposals;
    expect(shown.facts).toContainEqual({
      label: 'The issuer’s file',
      proposed: { text: 'does not have it' },
      now: { text: 'has it, …1234' },
    });
    expect(problem(await finance2.approve(proposal))).toEqual([409, 'facts-changed']);
    expect(problem(await finance2.approve(proposal))).toEqual([409, 'refused']);
    expect((await finance2.page('today')).decided[0]).toMatchObject({ id: proposal, end: 'facts-changed' });
  });

  it('expires after 24 hours, and approving needs a sign-in within the last five minutes', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    kit().clock.set(new Date(NOW.getTime() + 6 * 60_000));
    expect(problem(await finance2.approve(proposal))).toEqual([401, 'fresh-sign-in-needed']);
    kit().clock.set(new Date(NOW.getTime() + 24 * HOUR_MS));
    const next = await signIn('finance-2', 'finance');
    expect(problem(await next.approve(proposal))).toEqual([409, 'refused']);
    expect((await next.page('today')).decided).toContainEqual(
      expect.objectContaining({ id: proposal, end: 'expired', decidedBy: null }),
    );
  });

  it('is refused with a remark, or withdrawn by its proposer', async () => {
    const [{ id: first }, { id: second }] = [await payoutForReview(kit()), await payoutForReview(kit())];
    const [one, two] = [await proposeReturn(finance1, first), await proposeReturn(finance1, second)];
    expect(problem(await finance2.refuse(one, ' '))).toEqual([409, 'refused']);
    expect(problem(await finance2.refuse(one, 'x'.repeat(501)))).toEqual([400, 'invalid-inputs']);
    expect((await finance2.refuse(one, 'the issuer says otherwise')).statusCode).toBe(200);
    expect((await finance1.refuse(two, 'mistyped')).statusCode).toBe(200);
    // The proposer reads why.
    const { decided } = await finance1.page('today');
    expect(decided).toContainEqual(
      expect.objectContaining({ id: one, end: 'refused', remark: 'the issuer says otherwise' }),
    );
    expect(decided).toContainEqual(expect.objectContaining({ id: two, end: 'withdrawn', remark: 'mistyped' }));
  });

  it('keeps the approver’s remark in the audit log under their own name', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await proposeReturn(finance1, id);
    expect((await finance2.approve(proposal, ' ticket 55121 ')).statusCode).toBe(200);
    expect((await auditOf(kit())).slice(-2)).toMatchObject([
      { actor: 'finance-2', operation: 'resolve-payout', step: 'approved', subject: id, reason: 'ticket 55121' },
      { actor: 'finance-1', second_actor: 'finance-2', reason: 'asked the issuer' },
    ]);
    expect((await finance1.page('today')).decided).toContainEqual(
      expect.objectContaining({ id: proposal, end: 'carried-out', remark: 'ticket 55121' }),
    );
    const auditor = await signIn('auditor-1', 'auditor');
    expect((await auditor.page('audit')).entries.rows[1]).toMatchObject({
      account: 'finance-2',
      kind: 'approved',
      what: 'Approved: Resolve a payout: It did not issue the voucher and will not',
      reason: 'ticket 55121',
    });
  });

  it('keeps a secret input encrypted, and erases it when it is decided', async () => {
    const { did, id } = await payoutForReview(kit());
    const inputs = { id, outcome: 'issued', serial: 'S-9034477', transaction: 'T-9034', reason: 'asked the issuer' };
    const faulty = await finance1.operate('resolve-payout', { ...inputs, pin: 'none' });
    expect(faulty.json().errors).toEqual([{ field: 'pin', message: 'Enter 8 to 20 digits.' }]);
    const { proposal } = (await finance1.operate('resolve-payout', { ...inputs, pin: '1234567890123456' })).json();
    const stored = async () => JSON.stringify((await kit().db.query('select * from proposals')).rows);
    expect(await stored()).not.toContain('1234567890123456');
    // The approver sees which voucher it is, and that a PIN was entered.
    const answer = await finance2.get('/api/console/pages/today');
    expect(answer.payload).not.toContain('1234567890123456');
    const shown = answer.json().proposals.find((each: { id: string }) => each.id === proposal);
    const entered = shown.facts.slice(-5) as { label: string; proposed: object; now: object }[];
    expect(entered.map(({ label, proposed }) => [label, proposed])).toEqual([
      ['Proposed', { text: 'It issued the voucher' }],
      ['The issuer’s transaction', { text: 'T-9034' }],
      ['Line in the issuer’s file', { text: 'none' }],
      ['Serial number ends in', { text: '4477' }],
      ['PIN', { text: 'entered, not shown' }],
    ]);
    for (const { proposed, now } of entered) expect(now).toEqual(proposed);
    expect((await finance2.approve(proposal)).statusCode).toBe(200);
    const { rows } = await kit().db.query('select from proposals where secrets is not null');
    expect(rows).toEqual([]);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('loses a secret input when it expires, and no sooner', async () => {
    const inputs = { outcome: 'issued', serial: 'S77', transaction: 'T-77', reason: 'asked the issuer' };
    const pin = '1234567890123456';
    const propose = async (id: string) =>
      (await finance1.operate('resolve-payout', { ...inputs, id, pin })).json().proposal;
    const [{ id: first }, { id: second }] = [await payoutForReview(kit()), await payoutForReview(kit())];
    kit().clock.set(NOW);
    const early = await propose(first);
    kit().clock.set(addMs(NOW, 60_000));
    const late = await propose(second);
    const work = () => eraseConsoleLeftovers(kit().deps.database, kit().clock.now());
    const withSecrets = async () =>
      (await kit().db.query("select 'P-' || id as id from proposals where secrets is not null order by proposals.id"))
        .rows;
    kit().clock.set(addMs(NOW, 24 * HOUR_MS - 1));
    await work();
    expect(await withSecrets()).toEqual([{ id: early }, { id: late }]);
    kit().clock.set(addMs(NOW, 24 * HOUR_MS));
    await work();
    expect(await withSecrets()).toEqual([{ id: late }]);
    // The later one can still be carried out, while the first one stays expired.
    const next = await signIn('finance-2', 'finance');
    expect((await next.approve(late)).statusCode).toBe(200);
    expect(problem(await next.approve(early))).toEqual([409, 'refused']);
    expect(await withSecrets()).toEqual([]);
  });
});
