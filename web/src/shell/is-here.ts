import { useCallback, useLayoutEffect, useRef } from 'react';
import { opening } from './router.tsx';

/** Tells whether what asks is still on screen: an answer may come when the panelist has left, or is about to. */
export function useIsHere(): () => boolean {
  const here = useRef(false);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current && !opening.get(), []);
}
