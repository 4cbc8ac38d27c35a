import { operationOf } from '@panel/domain/console/all-operations';
import type { SignedInOperator } from '../../api/src/console/operation.ts';
import { propose } from '../../api/src/console/propose.ts';
import { performAlone } from '../../api/src/console/run-operation.ts';
import type { AppDependencies } from '../../api/src/dependencies.ts';
import { withOperations } from '../../api/src/operations.ts';

export const FINANCE: SignedInOperator = { subject: 'demo-finance', account: 'finance-2', role: 'finance' };
export const SUPPORT: SignedInOperator = { subject: 'demo-support', account: 'support-1', role: 'support' };
export const FIELDWORK: SignedInOperator = { subject: 'demo-fieldwork', account: 'fieldwork-1', role: 'fieldwork' };

/** Runs an operation of the console, or proposes it if a second operator has to approve. */
export async function operate(
  deps: AppDependencies,
  operator: SignedInOperator,
  name: string,
  values: Record<string, string>,
): Promise<string> {
  const operation = operationOf(name);
  if (!operation) throw new Error(`Unknown operation ${name}.`);
  if (operation.approvers) return propose(withOperations(deps), operator, operation, values);
  const done = await performAlone(withOperations(deps), { operator, operation, values });
  await done.afterCommit?.(() => {});
  return done.subject ?? '';
}
