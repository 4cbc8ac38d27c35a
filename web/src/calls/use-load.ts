import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useActiveScreen } from '../routing/active-screen.ts';
import type { LoadState } from './page-content.ts';

type Handlers<T> = { onSuccess?: (data: T) => void; onFailure?: (failure: unknown) => void };
/** A quiet reload calls no handler. */
type Reload = (options?: { quiet?: boolean }) => void;

/**
 * Loads something when the screen appears, unless it came with the page. A reload keeps the last result until the next one arrives, and
 * keeps data even if it fails; an overtaken answer is ignored. The handlers aren't called after the panelist has left the screen, and an
 * unmounted screen loads nothing.
 */
export function useLoad<T>(
  load: () => Promise<T>,
  withPage: () => LoadState<T> | undefined,
  handlers: Handlers<T> = {},
): LoadState<T> & { reload: Reload } {
  const [state, setState] = useState<LoadState<T>>(() => withPage() ?? { loading: true });
  const first = useRef(state);
  const watchScreen = useActiveScreen();
  const loads = useRef(0);
  const latest = useRef({ load, ...handlers });
  useLayoutEffect(() => {
    latest.current = { load, ...handlers };
  });

  const reload: Reload = useCallback(
    ({ quiet } = {}) => {
      const isActive = watchScreen();
      if (!isActive()) return;
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
          setState((last) => ({ ...last, loading: false, failure }));
          if (!quiet && isActive()) latest.current.onFailure?.(failure);
        },
      );
    },
    [watchScreen],
  );
  useEffect(() => {
    const { loading, data, failure } = first.current;
    if (loading) reload();
    else if (failure !== undefined) latest.current.onFailure?.(failure);
    else latest.current.onSuccess?.(data as T);
  }, [reload]);

  return { ...state, reload };
}
