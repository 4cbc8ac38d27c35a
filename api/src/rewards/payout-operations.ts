import { OPERATIONS } from '@panel/domain/console/all-operations';
import { labelOfChoice } from '@panel/domain/console/operation';
import { formatRand } from '@panel/domain/rewards/amounts';
import type { Person } from '../console/names.ts';
import {
  type Implementation,
  inputOf,
  type OperationRun,
  OperatorError,
  type ProposalFacts,
} from '../console/operation.ts';
import { lockWallet } from './ledger.ts';
import { freezePayouts, lockFreeze, openFreeze, unfreezePayouts } from './payout-freezes.ts';
import { takeIntoReview, unclaimedReturns, withdrawalsToResolve } from './review.ts';
import {
  isSettled,
  isWrittenOff,
  lockTransaction,
  readersOfLines,
  setSettledByTransaction,
  VOIDED,
  vouchersOfTransaction,
} from './settlements.ts';
import { type OpenWithdrawal, payWithdrawal, recordClaim, returnWithdrawal } from './withdrawals.ts';

const rand = (amount: string): string => formatRand(Number(amount));

/** One operator may freeze payouts; unfreezing needs two. */
const freezePayoutsOperation: Implementation = {
  async perform(run) {
    await freezePayouts(run.tx, inputOf(run, 'reason'), run.at);
    return { message: 'Payouts are frozen.' };
  },
};

export const resumePayoutsOperation: Implementation = {
  async facts({ tx }) {
    await lockFreeze(tx);
    const frozen = await openFreeze(tx);
    return {
      subject: null,
      amount: null,
      facts: frozen
        ? [
            { label: 'Frozen since', value: { at: frozen.since.toISOString() } },
            { label: 'Why', value: { text: frozen.reason } },
          ]
        : [{ label: 'Payouts', value: { text: 'not frozen' } }],
    };
  },
  async perform({ tx, at }) {
    const frozenFor = await unfreezePayouts(tx, at);
    return {
      message:
        frozenFor === undefined
          ? 'Payouts were not frozen.'
          : `Payouts have resumed. Reason for the freeze: ${frozenFor}`,
    };
  },
};

const NO_PAYOUT = 'No payout with this id can be resolved.';

/** What the second person checks with the issuer. The PIN is required but never shown. */
async function enteredVoucher(run: OperationRun, withdrawal: OpenWithdrawal): Promise<ProposalFacts['facts']> {
  if (inputOf(run, 'outcome') !== 'issued') return [];
  const transaction = inputOf(run, 'transaction');
  return [
    { label: 'The issuer’s transaction', value: { text: transaction } },
    { label: 'Line in the issuer’s file', value: { text: await requireOwnVoucher(run, withdrawal, transaction) } },
    { label: 'Serial number ends in', value: { text: inputOf(run, 'serial').slice(-4) } },
    { label: 'PIN', value: { text: 'entered, not shown' } },
  ];
}

/** A voucher pays one withdrawal: its own, or one of the same amount. Returns the transaction's line in the issuer's files. */
async function requireOwnVoucher(
  { tx }: OperationRun,
  { id, amount }: OpenWithdrawal,
  transaction: string,
): Promise<string> {
  if (await isWrittenOff(tx, transaction))
    throw new OperatorError('This voucher was written off as a loss, so it can’t pay a withdrawal as well.');
  let line = 'none';
  for (const known of await vouchersOfTransaction(tx, transaction)) {
    line = `${known.reference}, ${rand(known.amount)}`;
    if (known.withdrawalId === id) continue;
    if (known.withdrawalId !== null) throw new OperatorError(`This transaction is another payout’s voucher: ${line}.`);
    if (known.amount !== amount)
      throw new OperatorError(`The issuer’s file has this transaction as ${line}, but the payout is ${rand(amount)}.`);
  }
  return line;
}

/** The first reader of each line. Later readers are left out, because a changed fact would close the proposal. */
async function firstReaders(run: OperationRun, reference: string): Promise<ProposalFacts['facts']> {
  const lines = await readersOfLines(run.tx, reference, inputOf(run, 'transaction'));
  if (lines.length === 0) return [];
  const names = new Set(lines.map(([first]) => first?.account ?? 'not recorded'));
  return [{ label: 'The file was first read by', value: { text: [...names].join(', ') } }];
}

/** A file that only the proposer has read proves nothing: the proposer may have written it. */
async function requireOtherReader(
  { tx, operator }: OperationRun,
  reference: string,
  transaction: string,
): Promise<void> {
  const isOther = ({ subject, account }: Person) => subject !== operator.subject && account !== operator.account;
  const lines = await readersOfLines(tx, reference, transaction);
  if (lines.every((readers) => readers.some(isOther))) return;
  throw new OperatorError(
    `Only ${operator.account}, who proposed this, is known to have uploaded the issuer’s file with this voucher. ` +
      'Another person must get the file from the issuer and upload it (Money, “Upload the issuer’s file”). Then approve this again.',
  );
}

const resolvePayoutOperation: Implementation = {
  async facts(run) {
    const id = inputOf(run, 'id');
    const [found] = await withdrawalsToResolve(run.tx, run.at, { id });
    if (!found) throw new OperatorError(NO_PAYOUT);
    const { reference, amount, firstSentAt, code, settledSerial } = found;
    return {
      subject: id,
      amount: Number(amount),
      facts: [
        { label: 'Reference', value: { text: reference } },
        { label: 'Sent', value: firstSentAt ? { at: firstSentAt.toISOString() } : { text: 'never' } },
        { label: 'The issuer said', value: { text: code ?? 'nothing' } },
        {
          label: 'The issuer’s file',
          value: { text: settledSerial ? `has it, …${settledSerial}` : 'does not have it' },
        },
        ...(await firstReaders(run, reference)),
        {
          label: 'Proposed',
          value: { text: labelOfChoice(OPERATIONS['resolve-payout'], 'outcome', inputOf(run, 'outcome')) },
        },
        ...(await enteredVoucher(run, found)),
      ],
    };
  },
  async perform(run) {
    const { tx, deps, at } = run;
    const id = inputOf(run, 'id');
    if (inputOf(run, 'outcome') === 'issued') await lockTransaction(tx, inputOf(run, 'transaction'));
    const withdrawal = await takeIntoReview(tx, id, at);
    if (!withdrawal) throw new OperatorError(NO_PAYOUT);
    if (inputOf(run, 'outcome') === 'issued') {
      const [pin, serial, transaction] = [inputOf(run, 'pin'), inputOf(run, 'serial'), inputOf(run, 'transaction')];
      await requireOwnVoucher(run, withdrawal, transaction);
      await requireOtherReader(run, withdrawal.reference, transaction);
      await payWithdrawal(tx, deps.vault, withdrawal, { pin, serial, transaction, expiresOn: null }, at);
      await setSettledByTransaction(tx, transaction, at);
    } else if (inputOf(run, 'outcome') === 'voided') {
      await returnWithdrawal(tx, withdrawal, VOIDED, at);
    } else {
      if (await isSettled(tx, withdrawal.id))
        throw new OperatorError('The issuer’s file says that the voucher was issued.');
      await returnWithdrawal(tx, withdrawal, 'resolved-by-hand', at);
    }
    return { message: 'Resolved.', subject: id };
  },
};

const NO_UNCLAIMED = 'No unclaimed money has this reference.';

async function findUnclaimed(run: OperationRun) {
  const reference = inputOf(run, 'reference');
  const found = (await unclaimedReturns(run.tx)).find((unclaimed) => unclaimed.reference === reference);
  if (!found) throw new OperatorError(NO_UNCLAIMED);
  return found;
}

/** The facts leave out the reference, because it is enough to claim the money. */
const claimPayoutOperation: Implementation = {
  async facts(run) {
    const { id, amount, at } = await findUnclaimed(run);
    return {
      subject: id,
      amount: Number(amount),
      facts: [{ label: 'Kept since', value: { at: at.toISOString() } }],
    };
  },
  async perform(run) {
    const { walletId } = await findUnclaimed(run);
    await lockWallet(run.tx, walletId);
    const unclaimed = await findUnclaimed(run);
    await recordClaim(run.tx, unclaimed, run.at);
    return { message: `${rand(unclaimed.amount)} is recorded as claimed.`, subject: unclaimed.id };
  },
};

export const payoutOperations = {
  'freeze-payouts': freezePayoutsOperation,
  'resume-payouts': resumePayoutsOperation,
  'resolve-payout': resolvePayoutOperation,
  'claim-payout': claimPayoutOperation,
};
