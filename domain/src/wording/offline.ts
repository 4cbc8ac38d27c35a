/** Shown on a page that was opened without a connection. */
export const OFFLINE = {
  notice: 'You are offline. What you fill in is kept on this phone.',
  lastSeen: (time: string) => `You are offline. This is what you last saw, on ${time}.`,
} as const;
