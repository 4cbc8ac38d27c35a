import { useCallback, useLayoutEffect, useRef } from 'react';
import { navigating } from './router.tsx';

/**
 * Called when something begins, it returns a function that tells whether the panelist is still on the calling screen: false
 * once it was unmounted or a navigation has begun since. One that had begun before may hang, and the screen is used on.
 */
export function useActiveScreen(): () => () => boolean {
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => {
    const before = navigating.get();
    return () => mounted.current && navigating.get() <= before;
  }, []);
}
