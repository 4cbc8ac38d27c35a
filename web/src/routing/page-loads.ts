/** Loads of whole pages. Tests replace this file: jsdom can't leave a page. */
export const openPage = (href: string): void => window.location.assign(href);
export const reloadPage = (): void => window.location.reload();

/** Whether the page was reloaded: its next automatic reload waits longer, so that the page doesn't flicker. */
export const wasReloaded = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';
