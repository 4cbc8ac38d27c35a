/** How long the app and its service worker wait for our server's answer. */
export const TIMEOUT_MS = 20_000;
