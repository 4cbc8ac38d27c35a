import type { ConsoleSession } from '@panel/domain/console/pages';
import { signIn } from './api.ts';

/** The signed-in account; null while nobody is. */
export function useSession(): ConsoleSession | null {
  const state = signIn.use();
  return typeof state === 'object' && 'session' in state ? state.session : null;
}
