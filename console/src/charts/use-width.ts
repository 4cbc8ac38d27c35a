import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Without a layout, as in a test. */
const UNMEASURED = 640;

/** The width of an element's box: a chart is drawn at its real size, so that letters keep theirs. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWidth(Math.max(element.clientWidth, 200));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
