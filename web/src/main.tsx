import '@panel/ui/tokens.css';
import '@panel/ui/base.css';
import './parts/layout.css';
import '@panel/ui/buttons.css';
import './shell/shell.css';
import { start } from './start.tsx';

async function main(): Promise<void> {
  // The newest function that the app needs: browsers older than Chrome 73 load what they lack.
  if (!Object.fromEntries) await import('./old-browsers.ts');
  // A built page has it inline.
  if (import.meta.env.DEV) await import('./inline-script.ts');
  const element = document.getElementById('root');
  if (element) await start(element);
  // The page has its screen's styles inline. Those of all screens apply from now on.
  document.querySelector('link[media=print]')?.removeAttribute('media');
  // Loaded last: only the next visit needs it.
  if (import.meta.env.PROD) {
    const worker = await import('./register-worker.ts');
    await worker.registerWorker();
    // One visit in ten says how long things took.
    if (Math.random() < 0.1) (await import('./telemetry/timings.ts')).measureTimings();
  }
}
void main();
