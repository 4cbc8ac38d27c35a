/** Who is signed in. */
import type { ConsoleSession } from '@panel/domain/console/pages';
import { MINUTE_MS } from '@panel/domain/durations';
import { showToast } from '@panel/ui/toasts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CallError, load, queryClient, SESSION_KEY, type SignInState, setSignIn } from './api.ts';

export const signInQuery = queryOptions<SignInState>({
  queryKey: SESSION_KEY,
  queryFn: async (context) => {
    try {
      return { session: await load<ConsoleSession>(context) };
    } catch (error) {
      // A 401 has signed the operator out already.
      const signedOut = context.client.getQueryData<SignInState>(SESSION_KEY);
      if (error instanceof CallError && error.status === 401 && signedOut) return signedOut;
      throw error;
    }
  },
  // Every component that asks reads the same session. It is loaded again only by `reload`, `checkSession`, a focused window and every minute.
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
  // For what waits on the pages.
  refetchInterval: ({ state }) => (state.data?.session ? MINUTE_MS : false),
});

/** The signed-in account; null without a session. */
export const useSession = (): ConsoleSession | null => useQuery(signInQuery).data?.session ?? null;

/** Asks the server whether a session whose time is over goes on, as by another tab. The call doesn't extend it. */
export async function checkSession(): Promise<void> {
  try {
    await queryClient.refetchQueries({ queryKey: SESSION_KEY }, { throwOnError: true });
  } catch (error) {
    if (error instanceof CallError && error.status === 0) setSignIn(() => ({ session: null, end: 'no-connection' }));
  }
}

export async function signOut(): Promise<void> {
  const response = await fetch('/sign-out', { method: 'POST' }).catch(() => null);
  if (response?.ok) {
    // The next person at this computer must not read the last one's remarks.
    sessionStorage.clear();
    setSignIn(() => ({ session: null, end: null }));
  } else showToast({ tone: 'error', text: 'You are still signed in: the server can’t be reached.' });
}
