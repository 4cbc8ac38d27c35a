/** Every operation with the function that does it. */

import type { ConsoleDependencies } from './console/dependencies.ts';
import { sessionOperations } from './console/own-sessions.ts';
import { bindOperations, type Implementations } from './console/run-operation.ts';
import { tokenOperations } from './console/sessions.ts';
import type { AppDependencies } from './dependencies.ts';
import { disputeOperations } from './disputes/operations.ts';
import { figureOperations } from './figures/rollups.ts';
import { taskOperations } from './invitations/sends.ts';
import { messageOperations } from './messages/operations.ts';
import { auditOperations } from './pages/audit-export.ts';
import { failedItemOperations } from './pages/failed-items.ts';
import { personOperations } from './panelists/operations.ts';
import { blockOperations } from './partners/blocks.ts';
import { codeOperations } from './partners/code-mappings.ts';
import { rewardOperations } from './partners/reward-operations.ts';
import { statementOperations } from './partners/statement-operations.ts';
import { waiverOperations } from './partners/statement-waivers.ts';
import { lsmOperations } from './profiling/lsm-groups.ts';
import { qualityOperations } from './quality/operations.ts';
import { payoutOperations } from './rewards/payout-operations.ts';
import { reconciliationOperations } from './rewards/reconcile.ts';
import { settlementOperations } from './rewards/settlement-operations.ts';
import { voucherOperations } from './rewards/voucher-operations.ts';
import { drawOperations } from './sampling/operations.ts';
import { savedSampleOperations } from './sampling/saved-samples.ts';

const IMPLEMENTATIONS: Implementations<AppDependencies> = {
  ...personOperations,
  ...qualityOperations,
  ...drawOperations,
  ...taskOperations,
  ...savedSampleOperations,
  ...disputeOperations,
  ...voucherOperations,
  ...rewardOperations,
  ...payoutOperations,
  ...messageOperations,
  ...settlementOperations,
  ...reconciliationOperations,
  ...blockOperations,
  ...statementOperations,
  ...waiverOperations,
  ...figureOperations,
  ...failedItemOperations,
  ...lsmOperations,
  ...auditOperations,
  ...codeOperations,
  ...tokenOperations,
  ...sessionOperations,
};

/** What commands and pages are passed. */
export type OperatorDependencies = AppDependencies & ConsoleDependencies;

/** Adds the operations, bound to the dependencies of this process. */
export const withOperations = (deps: AppDependencies): OperatorDependencies => ({
  ...deps,
  operations: bindOperations(IMPLEMENTATIONS, deps),
});
