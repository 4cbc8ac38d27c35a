import { cents, formatRand } from '@panel/domain/rewards/money';
import { type Implementation, inputOf, OperatorError, type Run } from '../console/operation.ts';
import { resendVoucherMessage } from '../messages/outbox.ts';
import { latestVoucher } from './withdrawals.ts';

async function voucherOf(run: Run) {
  const voucher = await latestVoucher(run.tx, inputOf(run, 'panelist'));
  if (!voucher) throw new OperatorError('No voucher was issued to them.');
  if (!voucher.hasPin)
    throw new OperatorError(
      `The PIN is erased. The issuer of 1Voucher, Flash, can help with the serial number that ends in ${voucher.serialEnds}.`,
    );
  return voucher;
}

export const resendVoucher: Implementation = {
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
      throw new OperatorError('Its message is on its way already.');
    return {
      message: `The voucher of ${formatRand(cents(BigInt(amount)))} is on its way again.`,
      subject: inputOf(run, 'panelist'),
    };
  },
};
