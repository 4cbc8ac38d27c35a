import { dismissError } from '@panel/ui/toasts';
import { useRef, useState } from 'react';
import { useActiveScreen } from './active-screen.ts';

type Handlers<Args extends unknown[], T> = {
  /** A promise it returns keeps the action busy. */
  onSuccess?: (result: T, ...args: Args) => unknown;
  onFailure?: (failure: unknown, ...args: Args) => unknown;
};

/**
 * Something that the panelist starts and that runs once at a time. The handlers are not called once the panelist has left
 * the screen: what has to happen in any case belongs into `work`.
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
