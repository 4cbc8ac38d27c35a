import type { Instant } from './values.ts';

// One's own sessions and tokens. No query.

export type OwnSession = {
  id: string;
  /** The browser, or what a token is for; null if it isn't known. */
  label: string | null;
  startedAt: Instant;
  lastUsedAt: Instant;
  /** When it ends without another call. */
  idleEndsAt: Instant;
  endsAt: Instant;
  /** The session of this browser, or a token that was made in it. */
  isCurrent: boolean;
};
export type RecentSignIn = {
  at: Instant;
  isRefused: boolean;
  /** The role and the browser, or why it was refused. */
  reason: string;
};
export type SessionsPageData = { at: Instant; sessions: OwnSession[]; tokens: OwnSession[]; signIns: RecentSignIn[] };

/** More specific names first: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|\bCriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** What an operator recognises a browser by, such as Chrome on Windows. Null if the browser doesn't say. */
export function browserLabel(userAgent: string): string | null {
  const nameIn = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
