import { type RefCallback, useLayoutEffect, useState } from 'react';

/** Without a layout, as in a test. */
const UNMEASURED = 640;

/**
 * The width of an element's box: a chart is drawn at its real size, so that letters keep theirs. The box is measured when it is
 * there, since a chart that has nothing to draw yet has none.
 */
export function useWidth<E extends HTMLElement>(): [RefCallback<E>, number] {
  const [element, setElement] = useState<E | null>(null);
  const [width, setWidth] = useState(UNMEASURED);
  useLayoutEffect(() => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWidth(Math.max(element.clientWidth, 200));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
