const WORKER = '/service-worker.js';

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
};

/** A browser with trusted types accepts a script's address only from a policy; the server's headers name this one. */
const workerUrl = (): string =>
  (window as { trustedTypes?: TrustedTypes }).trustedTypes
    ?.createPolicy('service-worker', { createScriptURL: () => WORKER })
    .createScriptURL('') ?? WORKER;

/** A browser may refuse it, as in a private window. The app works without it, so this isn't an error. */
export const registerWorker = async (): Promise<void> => {
  await navigator.serviceWorker?.register(workerUrl()).catch(() => undefined);
};
