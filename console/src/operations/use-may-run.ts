import { operationOf } from '@panel/domain/console/operations';
import { useSession } from '../session.ts';

/** Whether the role may do one of these, or propose it. */
export function useMayRun(names: readonly string[]): boolean {
  const session = useSession();
  return names.some((name) => session !== null && operationOf(name)?.roles.includes(session.role));
}
