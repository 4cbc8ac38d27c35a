import { useRef } from 'react';

/** Runs what it is given unless the last is still under way: a second tap may come before the first is shown. */
export function useOneAtATime(): (work: () => Promise<void>) => Promise<void> {
  const underWay = useRef(false);
  return async (work) => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      await work();
    } finally {
      underWay.current = false;
    }
  };
}
