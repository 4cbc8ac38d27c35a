import type { Config } from './config.tsx';

let tell: ((error: unknown) => void) | null = null;

/** Tells of an error that something else has caught. */
export const report = (error: unknown): void => tell?.(error);

/** Listens for errors, where the configuration says so. The code that sends them is fetched with the first of them. */
export function startReporting(config: Config): void {
  if (!config.errorReporting.enabled) return;
  tell = (error) => void import('./reporter.ts').then(({ send }) => send(error, config)).catch(() => undefined);
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}
