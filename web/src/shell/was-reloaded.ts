/** Whether the page is there by a reload: the next one of its own has to wait longer, so that the page does not flicker. */
export const wasReloaded = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';
