import { formatRand } from '@panel/domain/rewards/amounts';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { resendVoucherMessage } from '../messages/operations.ts';
import { type Queries, sql } from '../platform/database/database.ts';

type IssuedVoucher = {
  readonly withdrawalId: string;
  readonly amount: string;
  readonly paidAt: Date;
  readonly serialEnds: string;
  /** Whether the PIN and the device are still stored, so that it can be sent again. */
  readonly hasPin: boolean;
};

/** The last voucher that was issued to a panelist. */
export const latestVoucher = (db: Queries, panelistId: string): Promise<IssuedVoucher | undefined> =>
  db.one<IssuedVoucher>(sql`
    select d.id as "withdrawalId", d.amount, v.issued_at as "paidAt", v.serial_last4 as "serialEnds",
      v.pin_sealed is not null and d.did_sealed is not null as "hasPin"
    from wallets w join withdrawals d on d.wallet_id = w.id join vouchers v on v.withdrawal_id = d.id
    where w.panelist_id = ${panelistId} order by d.requested_at desc limit 1`);

async function voucherOf(run: OperationRun) {
  const voucher = await latestVoucher(run.tx, inputOf(run, 'panelist'));
  if (!voucher) throw new OperatorError('No voucher was issued to this panelist.');
  if (!voucher.hasPin)
    throw new OperatorError(
      `The PIN was erased. Flash, the issuer of 1Voucher, can help with the serial number that ends in ${voucher.serialEnds}.`,
    );
  return voucher;
}

const resendVoucher: Implementation = {
  async facts(run) {
    const { amount, paidAt, serialEnds } = await voucherOf(run);
    return {
      subject: inputOf(run, 'panelist'),
      amount: Number(amount),
      facts: [
        { label: 'Issued', value: { at: paidAt.toISOString() } },
        { label: 'Serial number ends in', value: { text: serialEnds } },
      ],
    };
  },
  async perform(run) {
    const { amount, withdrawalId } = await voucherOf(run);
    if (!(await resendVoucherMessage(run.tx, withdrawalId, run.at)))
      throw new OperatorError('The message is already being sent.');
    return {
      message: `The voucher for ${formatRand(Number(amount))} will be sent again.`,
      subject: inputOf(run, 'panelist'),
    };
  },
};

export const voucherOperations = {
  'resend-voucher': resendVoucher,
};
