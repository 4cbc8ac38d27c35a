/** An issuer's file proves a payout only if someone other than the proposer has read it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { ENOUGH, payoutForReview, wallet } from './rewards.testing.ts';

const { kit, signIn } = useConsole();

let finance1: Browser;
let finance2: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  finance1 = await signIn('finance-1', 'finance');
  finance2 = await signIn('finance-2', 'finance');
});

const REFUSAL =
  'Only finance-1, who proposed this, is known to have uploaded the issuer’s file with this voucher. Another person must get the file from the issuer and upload it (Money, “Upload the issuer’s file”). Then approve this again.';
const READ_BY = 'The file was first read by';

const readFile = async (browser: Browser, line: string) => {
  const file = `reference;amount;serialNumber;transactionId;transactionDate\n${line}\n`;
  const answer = await browser.operate('reconcile', { file });
  expect(answer.statusCode).toBe(200);
  return answer.json().lines as string[];
};

/** A payout that needs review, and its line in the issuer's file. */
async function payoutAndLine(transaction: string) {
  const { did, id } = await payoutForReview(kit());
  const { rows } = await kit().db.query('select reference, amount from withdrawals where id = $1', [id]);
  return { did, id, line: `${rows[0].reference};${rows[0].amount};S-9034477;${transaction};2026-11-14` };
}

async function proposeIssued(id: string, transaction: string): Promise<string> {
  const inputs = {
    id,
    outcome: 'issued',
    serial: 'S-9034477',
    transaction,
    pin: '1234567890123456',
    reason: 'the file',
  };
  const answer = await finance1.operate('resolve-payout', inputs);
  expect(answer.statusCode).toBe(202);
  return answer.json().proposal;
}

const approval = async (proposal: string) => {
  const answer = await finance2.approve(proposal);
  return answer.statusCode === 200 ? 'approved' : [answer.statusCode, answer.json().detail];
};

describe('T27: a payout proposed as issued', () => {
  it('can’t be approved on a file that only the proposer has read, until another person has read it', async () => {
    const { did, id, line } = await payoutAndLine('T-forged');
    await readFile(finance1, line);
    const proposal = await proposeIssued(id, 'T-forged');
    const { proposals } = await finance2.page('today');
    expect(proposals[0].facts).toContainEqual({
      label: READ_BY,
      proposed: { text: 'finance-1' },
      now: { text: 'finance-1' },
    });
    expect(await approval(proposal)).toEqual([409, REFUSAL]);
    // Reading it again in another browser with the same account changes nothing.
    await readFile(await signIn('finance-1', 'finance'), line);
    expect(await approval(proposal)).toEqual([409, REFUSAL]);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: ENOUGH });
    await readFile(finance2, line);
    expect(await approval(proposal)).toBe('approved');
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
  });

  it('can’t be approved if another person has read only a file with another voucher of the payout', async () => {
    const { did, id, line } = await payoutAndLine('T-invented');
    await readFile(finance1, line);
    expect(await readFile(finance2, line.replace('T-invented', 'T-real'))).toContainEqual(
      expect.stringContaining('issued-twice'),
    );
    const invented = await proposeIssued(id, 'T-invented');
    expect(await approval(invented)).toEqual([409, REFUSAL]);
    await finance2.refuse(invented, 'not in the file');
    // The line with the payout's reference counts, whatever transaction is entered.
    expect(await approval(await proposeIssued(id, 'T-real'))).toEqual([409, REFUSAL]);
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
  });

  it('can be approved on a file that another person has read, or without a file', async () => {
    const read = await payoutAndLine('T-read');
    await readFile(finance2, read.line);
    expect(await approval(await proposeIssued(read.id, 'T-read'))).toBe('approved');
    const unread = await payoutAndLine('T-unread');
    expect(await approval(await proposeIssued(unread.id, 'T-unread'))).toBe('approved');
  });
});
