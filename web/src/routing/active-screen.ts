import { useCallback, useLayoutEffect, useRef } from 'react';
import { navigating } from './router.tsx';

/**
 * Call it when something begins. It returns a function that tells whether the panelist is still on the calling screen: false after an
 * unmount or a new navigation. A navigation that began earlier may hang, and the screen stays usable.
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
