import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsActiveScreen } from './active-screen.ts';

type Handlers<T> = { onSuccess?: (data: T) => void; onFailure?: (failure: unknown) => void };
type State<T> = { readonly loading: boolean; readonly data?: T; readonly failure?: unknown };
/** A quiet reload calls no handler. */
type Reload = (options?: { quiet?: boolean }) => void;

/**
 * Loads something when the screen appears. A reload keeps the last result until the next one is there; an answer that it
 * has overtaken is ignored. The handlers are not called once the panelist has left the screen.
 */
export function useLoad<T>(load: () => Promise<T>, handlers: Handlers<T> = {}): State<T> & { reload: Reload } {
  const [state, setState] = useState<State<T>>({ loading: true });
  const isActive = useIsActiveScreen();
  const loads = useRef(0);
  const latest = useRef({ load, ...handlers });
  useLayoutEffect(() => {
    latest.current = { load, ...handlers };
  });

  const reload: Reload = useCallback(
    ({ quiet } = {}) => {
      const turn = ++loads.current;
      const isCurrent = () => turn === loads.current;
      setState((last) => ({ ...last, loading: true }));
      latest.current.load().then(
        (data) => {
          if (!isCurrent()) return;
          setState({ loading: false, data });
          if (!quiet && isActive()) latest.current.onSuccess?.(data);
        },
        (failure: unknown) => {
          if (!isCurrent()) return;
          setState({ loading: false, failure });
          if (!quiet && isActive()) latest.current.onFailure?.(failure);
        },
      );
    },
    [isActive],
  );
  useEffect(() => reload(), [reload]);

  return { ...state, reload };
}
