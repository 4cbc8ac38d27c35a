import '@panel/ui/tokens.css';
import '@panel/ui/base.css';
import '@panel/ui/layout.css';
import '@panel/ui/buttons.css';
import './shell/shell.css';
import { start } from './start.tsx';

const WORKER = '/service-worker.js';

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
};

/** A browser that knows trusted types accepts the address of a script from a policy only; the server's headers name this one. */
const workerUrl = (): string =>
  (window as { trustedTypes?: TrustedTypes }).trustedTypes
    ?.createPolicy('service-worker', { createScriptURL: () => WORKER })
    .createScriptURL('') ?? WORKER;

async function main(): Promise<void> {
  const element = document.getElementById('root');
  if (element) await start(element);
  // The page has the styles of its own screen inline. Those of all screens are loaded by now.
  document.querySelector('link[media=print]')?.removeAttribute('media');
  if (import.meta.env.PROD) await navigator.serviceWorker?.register(workerUrl());
}
void main();
