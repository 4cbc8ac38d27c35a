import { dismissError } from '@panel/ui/toasts';
import { useRef, useState } from 'react';
import { useActiveScreen } from '../routing/active-screen.ts';

type Handlers<Args extends unknown[], T> = {
  /** If it returns a promise, the action stays busy until that settles. */
  onSuccess?: (result: T, ...args: Args) => unknown;
  onFailure?: (failure: unknown, ...args: Args) => unknown;
};

/**
 * Runs something that the panelist starts, once at a time. The handlers aren't called after the panelist has left the screen, so anything
 * that must happen belongs in `work`.
 */
export function useAction<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
  { onSuccess, onFailure }: Handlers<Args, T> = {},
): { busy: boolean; run: (...args: Args) => void } {
  const [busy, setBusy] = useState(false);
  const watchScreen = useActiveScreen();
  // A second tap may come before the first one is rendered as busy.
  const running = useRef(false);

  const setRunning = (isRunning: boolean) => {
    running.current = isRunning;
    setBusy(isRunning);
  };

  const run = (...args: Args) => {
    if (running.current) return;
    setRunning(true);
    const isActive = watchScreen();
    dismissError();
    void work(...args)
      .then(
        (result) => isActive() && onSuccess?.(result, ...args),
        (failure: unknown) => isActive() && onFailure?.(failure, ...args),
      )
      .finally(() => setRunning(false));
  };
  return { busy, run };
}
