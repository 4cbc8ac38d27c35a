import { type OperationName, operationOf } from '@panel/domain/console/all-operations';
import { useSession } from '../session.ts';

/** Whether the role may do one of these, or propose it. */
export function useMayRun(names: readonly OperationName[]): boolean {
  const session = useSession();
  return names.some((name) => session !== null && operationOf(name)?.roles.includes(session.role));
}
