/** Every operation with the function that does it. */
import type { AppDependencies } from '../dependencies.ts';
import { askPartner, creditDispute, declineDispute, openDisputedCard } from './disputes.ts';
import { closeMessageOperation, resend } from './messages.ts';
import type { Operations } from './operation.ts';
import { blockPartnerOperation, unblockPartnerOperation } from './partners.ts';
import {
  claimPayoutOperation,
  freezePayoutsOperation,
  resolvePayoutOperation,
  resumePayoutsOperation,
} from './payouts.ts';
import { addNote, changeStatus, erasePerson, exportPerson, openPanelistCard } from './people.ts';
import { reconcile } from './reconcile.ts';
import { creditReward, reverseReward } from './rewards.ts';
import { bindOperations, type Implementations } from './run-operation.ts';
import { drawSample, inviteToTask, remindOfTask, stopTask } from './sample.ts';
import { createToken } from './sessions.ts';
import { applyStatement, importStatement } from './statements.ts';
import { resendVoucher } from './vouchers.ts';

const IMPLEMENTATIONS: Implementations<AppDependencies> = {
  'open-card': openPanelistCard,
  'set-status': changeStatus,
  'add-note': addNote,
  'export-person': exportPerson,
  'erase-person': erasePerson,
  'draw-sample': drawSample,
  'invite-task': inviteToTask,
  'remind-task': remindOfTask,
  'stop-task': stopTask,
  'open-disputed-card': openDisputedCard,
  'credit-dispute': creditDispute,
  'decline-dispute': declineDispute,
  'ask-partner': askPartner,
  'resend-voucher': resendVoucher,
  'credit-reward': creditReward,
  'reverse-reward': reverseReward,
  'freeze-payouts': freezePayoutsOperation,
  'resume-payouts': resumePayoutsOperation,
  'resolve-payout': resolvePayoutOperation,
  'claim-payout': claimPayoutOperation,
  'resend-message': resend,
  'close-message': closeMessageOperation,
  reconcile,
  'block-partner': blockPartnerOperation,
  'unblock-partner': unblockPartnerOperation,
  'read-statement': importStatement,
  'apply-statement': applyStatement,
  'create-token': createToken,
};

/** The operations, done with the dependencies of this process. */
export const withOperations = <Deps extends AppDependencies>(
  deps: Deps,
): Deps & { readonly operations: Operations } => ({
  ...deps,
  operations: bindOperations(IMPLEMENTATIONS, deps),
});
