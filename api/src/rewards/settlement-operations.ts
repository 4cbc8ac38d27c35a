/** What operators do about a row of the issuer's settlement file. */
import { randomUUID } from 'node:crypto';
import { inWords } from '@panel/domain/calendar';
import { amountToWriteOff, needsAttention, type SettlementRow } from '@panel/domain/console/upload-pages';
import { formatRand } from '@panel/domain/rewards/amounts';
import type { Move } from '@panel/domain/rewards/money';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { sql, type Tx } from '../platform/database/database.ts';
import { insertTransfersStatements } from './ledger.ts';
import { findRow, type StoredRow } from './settlement-files.ts';
import { lockTransaction } from './settlements.ts';

const numberOf = (amount: string | null): number | null => (amount === null ? null : Number(amount));

/** What the rules of the domain say about a row. */
export function assessed(row: StoredRow): Pick<SettlementRow, 'ours' | 'theirs' | 'needsAttention' | 'toWriteOff'> {
  const { verdict, state, isSettled, writtenOffAt, isOtherVoucher } = row;
  const [ours, theirs] = [numberOf(row.ours), numberOf(row.theirs)];
  const compared = { verdict, state, ours, theirs, isSettled, isAccountedFor: writtenOffAt !== null || isOtherVoucher };
  return { ours, theirs, needsAttention: needsAttention(compared), toWriteOff: amountToWriteOff(compared) };
}

export const writeOffSubject = (reference: string, transaction: string): string =>
  `voucher ${reference} ${transaction}`;

const askIssuer: Implementation = {
  async perform(run) {
    const reference = inputOf(run, 'reference');
    if (!(await findRow(run.tx, reference, null)))
      throw new OperatorError('No settlement file was about this reference.');
    await run.tx.run(sql`
      insert into issuer_questions (reference, account, asked_at) values (${reference}, ${run.operator.account}, ${run.at})`);
    return { message: 'The row now says that the issuer was asked.', subject: reference };
  },
};

async function rowToWriteOff(run: OperationRun) {
  const row = await findRow(run.tx, inputOf(run, 'reference'), inputOf(run, 'transaction'));
  if (!row) throw new OperatorError('No settlement file has this voucher.');
  if (row.writtenOffAt) throw new OperatorError('This voucher was already written off.');
  const { toWriteOff } = assessed(row);
  if (toWriteOff === null || toWriteOff === 0)
    throw new OperatorError(
      row.verdict === 'amount-differs'
        ? 'The payout is still open. Resolve it first.'
        : 'There is nothing to write off: we have this voucher in our books.',
    );
  return { ...row, toWriteOff };
}

/** Books what the issuer charged above what we had paid out as a loss; a charge below it is booked back. */
export async function writeOffCharge(
  tx: Tx,
  { reference, transaction }: { readonly reference: string; readonly transaction: string },
  amount: bigint,
  at: Date,
): Promise<void> {
  const id = randomUUID();
  const moves: readonly Move[] =
    amount > 0n ? [['write-off', 'paid-out', amount]] : [['paid-out', 'write-off', -amount]];
  await tx.run(
    ...insertTransfersStatements([{ kind: 'written-off', subject: id, walletId: null, moves }], at),
    sql`
      insert into settlement_write_offs (id, reference, transaction, amount, written_off_at)
      values (${id}, ${reference}, ${transaction}, ${amount}, ${at})`,
  );
}

const WORDS: Readonly<Partial<Record<StoredRow['verdict'], string>>> = {
  'theirs-only': 'we never requested it',
  'issued-twice': 'the reference already has another voucher',
  'issued-and-returned': 'the money was returned to the panelist',
  'amount-differs': 'the amounts differ',
};

const writeOffVoucher: Implementation = {
  async facts(run) {
    const { reference, transaction, verdict, ours, theirs, state, toWriteOff, account, day } = await rowToWriteOff(run);
    return {
      subject: writeOffSubject(reference, transaction ?? ''),
      amount: toWriteOff,
      facts: [
        { label: 'Reference', value: { text: reference } },
        { label: 'The issuer’s transaction', value: { text: transaction ?? '' } },
        { label: 'Why', value: { text: WORDS[verdict] ?? verdict } },
        { label: 'The issuer charged', value: { cents: Number(theirs) } },
        {
          label: 'Our payout',
          value: ours === null ? { text: 'none' } : { text: `${formatRand(Number(ours))}, ${state}` },
        },
        { label: 'File', value: { text: `${inWords(day)}, uploaded by ${account}` } },
        { label: 'Loss', value: { cents: toWriteOff } },
      ],
    };
  },
  async perform(run) {
    const [reference, transaction] = [inputOf(run, 'reference'), inputOf(run, 'transaction')];
    await lockTransaction(run.tx, transaction);
    const { toWriteOff } = await rowToWriteOff(run);
    await writeOffCharge(run.tx, { reference, transaction }, BigInt(toWriteOff), run.at);
    return {
      message: `${formatRand(Number(toWriteOff))} is written off.`,
      subject: writeOffSubject(reference, transaction),
    };
  },
};

export const settlementOperations = {
  'ask-issuer': askIssuer,
  'write-off-voucher': writeOffVoucher,
};
