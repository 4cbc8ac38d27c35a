/** The first pattern that fits counts: most browsers also name the ones that they want to be taken for. */
const PATTERNS = [
  ['samsung', /SamsungBrowser\//],
  ['opera', /\b(OPR|OPT|Opera)\b/],
  ['firefox', /\bFirefox\//],
  ['webview', /; wv\)/],
  ['chrome', /Chrome\//],
  // Not the browser of Android 4, which also says Safari.
  ['safari', /^(?!.*Android).*Safari\//],
] as const;

export const BROWSER_FAMILIES = [...PATTERNS.map(([family]) => family), 'other'] as const;
/** They have Chromium's version. */
export const CHROMIUM_FAMILIES = ['samsung', 'opera', 'webview', 'chrome'] as const;

export type BrowserVersion = {
  readonly family: (typeof BROWSER_FAMILIES)[number];
  /** The major version of Chromium or Firefox. 0 if it is unknown, as it is for every other browser. */
  readonly version: number;
};

/** Other versions are unknown, so that made-up ones can't fill the table and the metrics. */
const [MIN_VERSION, MAX_VERSION] = [30, 250];

/** Nothing else of the user agent is kept. */
export function browserOf(userAgent = ''): BrowserVersion {
  const family = PATTERNS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
  const version = Number(/(?:Chrome|Firefox)\/(\d+)/.exec(userAgent)?.[1]);
  return { family, version: version >= MIN_VERSION && version <= MAX_VERSION ? version : 0 };
}
