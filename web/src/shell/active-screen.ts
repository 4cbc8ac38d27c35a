import { useCallback, useLayoutEffect, useRef } from 'react';
import { navigating } from './router.tsx';

/** Tells whether the panelist is still on the calling screen: false once it was unmounted or a navigation has begun. */
export function useIsActiveScreen(): () => boolean {
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current && !navigating.get(), []);
}
