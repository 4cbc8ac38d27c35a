import { formatRand } from '@panel/domain/rewards/money';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { resendVoucherMessage } from '../messages/outbox.ts';
import { latestVoucher } from './withdrawals.ts';

async function voucherOf(run: OperationRun) {
  const voucher = await latestVoucher(run.tx, inputOf(run, 'panelist'));
  if (!voucher) throw new OperatorError('No voucher was issued to this panelist.');
  if (!voucher.hasPin)
    throw new OperatorError(
      `The PIN was erased. Flash, the issuer of 1Voucher, can help with the serial number that ends in ${voucher.serialEnds}.`,
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
      throw new OperatorError('The message is already being sent.');
    return {
      message: `The voucher for ${formatRand(Number(amount))} will be sent again.`,
      subject: inputOf(run, 'panelist'),
    };
  },
};
