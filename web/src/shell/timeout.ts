/** How long the app and its service worker wait for an answer of our own server. */
export const TIMEOUT_MS = 20_000;
