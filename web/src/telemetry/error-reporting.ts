import type { AppConfig } from '@panel/domain/page';

let send: ((error: unknown) => void) | null = null;

/** Reports an error that was caught elsewhere. */
export const reportError = (error: unknown): void => send?.(error);

/** Reports uncaught errors if that is configured. The code that sends them loads with the first error. */
export function startErrorReporting(config: AppConfig): void {
  if (!config.errorReporting.enabled) return;
  send = (error) => {
    const report = import('./error-report.ts');
    report.then(({ sendErrorReport }) => sendErrorReport(error, config)).catch(() => undefined);
  };
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
