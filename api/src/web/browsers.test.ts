import { describe, expect, it } from 'vitest';
import { BROWSER_FAMILIES, browserOf } from './browsers.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 9; SM-J260F';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the browser of a user agent', () => {
  it.each([
    ['chrome', 74, `${ANDROID}) ${WEBKIT} Chrome/74.0.3729.157 Mobile Safari/537.36`],
    ['chrome', 129, `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/129.0.0.0 Mobile Safari/537.36`],
    ['chrome', 124, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0`],
    ['webview', 70, `${ANDROID}; wv) ${WEBKIT} Version/4.0 Chrome/70.0.3538.110 Mobile Safari/537.36`],
    ['samsung', 79, `${ANDROID}) ${WEBKIT} SamsungBrowser/12.1 Chrome/79.0.3945.136 Mobile Safari/537.36`],
    ['opera', 108, `${ANDROID}; wv) ${WEBKIT} Version/4.0 Chrome/108.0.5359.128 Mobile Safari/537.36 OPR/69.0.2254.67`],
    ['opera', 0, 'Opera/9.80 (Android; Opera Mini/36.2.2254/191.283; U; en) Presto/2.12.423 Version/12.16'],
    ['firefox', 115, 'Mozilla/5.0 (Android 11; Mobile; rv:109.0) Gecko/115.0 Firefox/115.0'],
    ['safari', 0, `${IPHONE} Version/16.6 Mobile/15E148 Safari/604.1`],
    ['safari', 0, `${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`],
    [
      'other',
      0,
      'Mozilla/5.0 (Linux; U; Android 4.1.2; en-za; GT-S5310) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    ],
    ['other', 0, 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 KAIOS/2.5'],
    ['other', 0, 'curl/8.5.0'],
    ['other', 0, ''],
    ['other', 0, undefined],
  ])('is %s %i: %s', (family, version, userAgent) => {
    expect(browserOf(userAgent)).toEqual({ family, version });
  });

  it.each(['0', '29', '251', '99999999999999999999', '-80'])('T19: has no made-up version: %s', (version) => {
    expect(browserOf(`Chrome/${version}`)).toEqual({ family: 'chrome', version: 0 });
  });

  it('T19: is read quickly, and has a known family', () => {
    const before = process.cpuUsage();
    for (const part of ['Chrome/', 'Android', 'Safari', '; wv', '1'])
      expect(BROWSER_FAMILIES).toContain(browserOf(part.repeat(16_000)).family);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
