import { describe, expect, it } from 'vitest';
import { query, safeLink } from './links.ts';

const hosts = ['fusion.spectrumsurveys.com', 'www.samplicio.us'];
const live = { hosts, isLive: true };

describe('where a panelist may be sent', () => {
  it('is an https address on a listed host', () => {
    for (const link of ['https://fusion.spectrumsurveys.com/start-session/1?a=b%20c', 'https://www.samplicio.us/'])
      expect(safeLink(link, live)).toBe(link);
    expect(safeLink('HTTPS://WWW.samplicio.us/x', live)).toBeNull();
    expect(safeLink('http://127.0.0.1:3001/x', { hosts: ['127.0.0.1:3001'], isLive: false })).toBe(
      'http://127.0.0.1:3001/x',
    );
    expect(safeLink('http://127.0.0.1:3001/x', { hosts: ['127.0.0.1:3001'], isLive: true })).toBeNull();
  });

  it('is no longer than Cint accepts', () => {
    const link = (length: number) => 'https://www.samplicio.us/'.padEnd(length, 'a');
    expect(safeLink(link(1999), live)).toBe(link(1999));
    expect(safeLink(link(2000), live)).toBeNull();
  });

  it('T12: is never another host, in 2,000 hostile spellings', () => {
    const good = 'fusion.spectrumsurveys.com';
    const evil = 'evil.example';
    const schemes = [
      'https://',
      'http://',
      '//',
      '/\\',
      'https:/',
      'https:',
      'https:\\\\',
      'javascript://',
      'data:',
      'ftp://',
      'intent://',
      ' https://',
      'ht\ntps://',
      'https://\t',
    ];
    const authorities = [
      evil,
      `${good}.${evil}`,
      `${good}@${evil}`,
      `${good}:443@${evil}`,
      `user:pass@${good}`,
      `${evil}\\@${good}`,
      `${evil}#@${good}`,
      `${evil}?@${good}`,
      `${good}:8443`,
      `sub.${good}`,
      `${good}.`,
      `x${good}`,
      'spectrumsurveys.com',
      'fusion.spectrumsurveys.com.',
      'fusion。spectrumsurveys。com.evil.example',
      'fuѕion.spectrumsurveys.com',
      `${good}%2eevil.example`,
      `${good}%00.${evil}`,
      `[::1]`,
      '169.254.169.254',
      '2130706433',
      '',
    ];
    const paths = ['', '/', `/${good}`, `?${good}`, `#${good}`, '/a\nb', '/\\', `/..//${good}`];
    const links = schemes.flatMap((scheme) =>
      authorities.flatMap((authority) => paths.map((path) => scheme + authority + path)),
    );
    expect(links.length).toBeGreaterThan(2000);
    // One of the combinations is a valid address.
    expect(links.filter((link) => safeLink(link, live) !== null)).toEqual([`https://${good}`]);
  });

  it('is text, not an array, object or number', () => {
    for (const link of [
      null,
      undefined,
      7,
      {},
      [],
      ['https://www.samplicio.us/'],
      { href: 'https://www.samplicio.us/' },
    ])
      expect(safeLink(link, live)).toBeNull();
  });
});

describe('a query', () => {
  it('keeps its order, is escaped, and omits parameters without a value', () => {
    expect(
      query([
        ['b', 'x y&z'],
        ['a', undefined],
        ['42', 26],
      ]),
    ).toBe('b=x%20y%26z&42=26');
  });
});
