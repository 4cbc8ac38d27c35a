const WORKER = '/service-worker.js';

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
};

/** A browser that knows trusted types accepts the address of a script from a policy only; the server's headers name this one. */
const workerUrl = (): string =>
  (window as { trustedTypes?: TrustedTypes }).trustedTypes
    ?.createPolicy('service-worker', { createScriptURL: () => WORKER })
    .createScriptURL('') ?? WORKER;

/** A browser may refuse it, as in a private window: the app works without it, and that is no error of the app. */
export const registerWorker = async (): Promise<void> => {
  await navigator.serviceWorker?.register(workerUrl()).catch(() => undefined);
};
