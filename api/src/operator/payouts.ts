import { cents, formatRand } from '@panel/domain/rewards/money';
import { freezePayouts, unfreezePayouts } from '../rewards/payout-freezes.ts';
import { unclaimedReturns, withdrawalsInReview } from '../rewards/review.ts';
import { isSettled } from '../rewards/settlements.ts';
import { lockWithdrawalInReview, payWithdrawal, returnWithdrawal } from '../rewards/withdrawals.ts';
import { insertAudit } from './audit.ts';
import {
  AS,
  type Context,
  OperatorError,
  REASON,
  requireOption,
  SECOND,
  type Subcommand,
  secondApprover,
} from './command.ts';

const rand = (amount: string): string => formatRand(cents(BigInt(amount)));

async function listPayouts({ deps, print }: Context): Promise<void> {
  const withdrawals = await withdrawalsInReview(deps.database);
  for (const { id, reference, amount, firstSentAt, code, settledSerial } of withdrawals) {
    const sent = firstSentAt?.toISOString() ?? 'never';
    const settled = settledSerial ? `in the issuer’s file (…${settledSerial})` : 'not in the issuer’s file';
    print(`${id}  ${reference}  ${rand(amount)}  sent ${sent}  ${code ?? ''}  ${settled}`);
  }
  print(`${withdrawals.length} waiting`);
  for (const { id, amount, at } of await unclaimedReturns(deps.database))
    print(`${id}  ${rand(amount)}  kept since ${at.toISOString()} for a panelist who deleted their profile`);
}

/** Any one operator may stop the money; it takes two to let it flow again. */
async function freeze(context: Context): Promise<void> {
  const { database, clock } = context.deps;
  const reason = requireOption(context, 'reason');
  await database.transaction(async (tx) => {
    await insertAudit(tx, context, { command: 'payouts freeze', reason });
    await freezePayouts(tx, reason, clock.now());
  });
  context.print('Payouts are frozen.');
}

async function resume(context: Context): Promise<void> {
  const { database, clock } = context.deps;
  const reason = requireOption(context, 'reason');
  const second = secondApprover(context);
  const frozenFor = await database.transaction(async (tx) => {
    await insertAudit(tx, context, { command: 'payouts resume', reason, second });
    return unfreezePayouts(tx, clock.now());
  });
  context.print(frozenFor === undefined ? 'Payouts were not frozen.' : `Payouts go on. They were frozen: ${frozenFor}`);
}

async function resolve(context: Context): Promise<void> {
  const { deps, options } = context;
  const second = secondApprover(context);
  const isIssued = options.issued === true;
  if (isIssued === (options.notIssued === true)) throw new OperatorError('Say --issued or --not-issued.');
  const id = requireOption(context, 'id');
  const pin = isIssued ? (await context.prompt('The voucher’s PIN: ')).trim() : '';
  if (isIssued && !/^\d{8,20}$/.test(pin)) throw new OperatorError('A PIN is 8 to 20 digits.');
  const at = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawalInReview(tx, id);
    if (!withdrawal) throw new OperatorError('No payout of this id waits for a person.');
    const command = `payouts resolve ${isIssued ? 'issued' : 'not-issued'}`;
    await insertAudit(tx, context, { command, subject: id, reason: requireOption(context, 'reason'), second });
    if (isIssued) {
      const serial = requireOption(context, 'serial');
      const transaction = requireOption(context, 'transaction');
      await payWithdrawal(tx, deps.vault, withdrawal, { pin, serial, transaction, expiresOn: null }, at);
    } else {
      if (await isSettled(tx, withdrawal.id)) throw new OperatorError('The issuer’s file says that it was issued.');
      await returnWithdrawal(tx, withdrawal, 'resolved-by-hand', at);
    }
  });
  context.print('Resolved.');
}

export const payoutCommands: readonly Subcommand[] = [
  {
    name: 'payouts list',
    description: 'The payouts that need review, and money that came back after its profile was deleted.',
    run: listPayouts,
  },
  { name: 'payouts freeze', description: 'Stops all payouts.', options: [AS, REASON], run: freeze },
  {
    name: 'payouts resume',
    description: 'Ends a freeze, by two people.',
    options: [AS, SECOND, REASON],
    run: resume,
  },
  {
    name: 'payouts resolve',
    description: 'Records what two people found out about one: the voucher was issued, or it was not.',
    options: [
      AS,
      SECOND,
      REASON,
      ['--id <id>', 'the payout’s id'],
      ['--issued', 'the issuer has issued it; its PIN is asked for'],
      ['--not-issued', 'the issuer has not issued it'],
      ['--serial <serial>', 'the voucher’s serial number'],
      ['--transaction <id>', 'the issuer’s transaction'],
    ],
    run: resolve,
  },
];
