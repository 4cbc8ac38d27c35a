/** Whether the page was reloaded: its next automatic reload waits longer, so that the page doesn't flicker. */
export const wasReloaded = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';
