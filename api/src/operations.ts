/** Every operation with the function that does it. */

import type { ConsoleDependencies } from './console/dependencies.ts';
import { endEverySession, endOneSession } from './console/own-sessions.ts';
import { bindOperations, type Implementations } from './console/run-operation.ts';
import { createToken } from './console/sessions.ts';
import type { AppDependencies } from './dependencies.ts';
import {
  askPartner,
  assignDisputeOperation,
  creditDispute,
  declineDispute,
  reopenDisputeOperation,
  showDisputedCard,
} from './disputes/operations.ts';
import { closeMessageOperation, resend } from './messages/operations.ts';
import { exportAudit } from './pages/audit-export.ts';
import { addNote, changeStatus, erasePerson, exportPerson, showPanelistCard } from './panelists/operations.ts';
import { blockPartnerOperation, unblockPartnerOperation } from './partners/blocks.ts';
import { mapCode } from './partners/code-mappings.ts';
import { creditReward, reverseReward } from './partners/reward-operations.ts';
import { applyStatement, importStatement } from './partners/statement-operations.ts';
import { waiveStatement } from './partners/statement-waivers.ts';
import { leaveOutSignal } from './quality/operations.ts';
import {
  claimPayoutOperation,
  freezePayoutsOperation,
  resolvePayoutOperation,
  resumePayoutsOperation,
} from './rewards/payout-operations.ts';
import { reconcile } from './rewards/reconcile.ts';
import { askIssuer, writeOffVoucher } from './rewards/settlement-operations.ts';
import { resendVoucher } from './rewards/voucher-operations.ts';
import { drawSample } from './sampling/operations.ts';
import { deleteSample, renameSample, saveSample } from './sampling/saved-samples.ts';
import { continueTask, discardTask, inviteToTask, remindOfTask, stopTask, testTask } from './sampling/sends.ts';

const IMPLEMENTATIONS: Implementations<AppDependencies> = {
  'open-card': showPanelistCard,
  'set-status': changeStatus,
  'add-note': addNote,
  'export-person': exportPerson,
  'erase-person': erasePerson,
  'leave-out-signal': leaveOutSignal,
  'draw-sample': drawSample,
  'invite-task': inviteToTask,
  'continue-task': continueTask,
  'remind-task': remindOfTask,
  'test-task': testTask,
  'discard-task': discardTask,
  'save-sample': saveSample,
  'rename-sample': renameSample,
  'delete-sample': deleteSample,
  'stop-task': stopTask,
  'open-disputed-card': showDisputedCard,
  'credit-dispute': creditDispute,
  'decline-dispute': declineDispute,
  'ask-partner': askPartner,
  'assign-dispute': assignDisputeOperation,
  'reopen-dispute': reopenDisputeOperation,
  'resend-voucher': resendVoucher,
  'credit-reward': creditReward,
  'reverse-reward': reverseReward,
  'freeze-payouts': freezePayoutsOperation,
  'resume-payouts': resumePayoutsOperation,
  'resolve-payout': resolvePayoutOperation,
  'claim-payout': claimPayoutOperation,
  'resend-message': resend,
  'close-message': closeMessageOperation,
  'ask-issuer': askIssuer,
  'write-off-voucher': writeOffVoucher,
  reconcile,
  'block-partner': blockPartnerOperation,
  'unblock-partner': unblockPartnerOperation,
  'read-statement': importStatement,
  'apply-statement': applyStatement,
  'waive-statement': waiveStatement,
  'export-audit': exportAudit,
  'map-code': mapCode,
  'create-token': createToken,
  'end-session': endOneSession,
  'end-sessions': endEverySession,
};

/** What commands and pages are passed. */
export type OperatorDependencies = AppDependencies & ConsoleDependencies;

/** Adds the operations, bound to the dependencies of this process. */
export const withOperations = (deps: AppDependencies): OperatorDependencies => ({
  ...deps,
  operations: bindOperations(IMPLEMENTATIONS, deps),
});
