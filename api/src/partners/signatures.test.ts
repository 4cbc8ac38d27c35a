import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entriesOf } from '../platform/security/secrets.ts';
import { hasValidUrlSignature, isKey, type Sign, signWith } from './reading.ts';

const KEY = 'sandbox-secret';

const sign: Sign = (key, text) => createHmac('sha256', key).update(text).digest('hex');

describe('the signatures', () => {
  it('verify with the newest key and the previous one, and are made with the newest', () => {
    const url = 'https://panel.example/cb/ys?ssi=s_0001&status=complete';
    const secret = 'newest, older';
    for (const key of ['newest', 'older'])
      expect(hasValidUrlSignature(sign, secret, `${url}&s=${sign(key, url)}`, 's')).toBe(true);
    expect(hasValidUrlSignature(sign, secret, `${url}&s=${sign(secret, url)}`, 's')).toBe(false);
    expect(signWith(sign, secret, url)).toBe(sign('newest', url));
  });

  it('never verify without a key', () => {
    const url = 'https://panel.example/cb?a=1';
    for (const secret of ['', ' ', ',', ' , ']) {
      expect(entriesOf(secret)).toEqual([]);
      expect(hasValidUrlSignature(sign, secret, `${url}&h=${sign('', url)}`, 'h')).toBe(false);
      expect(isKey(secret, '')).toBe(false);
      expect(() => signWith(sign, secret, url)).toThrow();
    }
  });

  it('must be the last parameter, once, and in the exact case', () => {
    const url = 'https://panel.example/cb?a=1&b=2';
    const good = `${url}&h=${sign(KEY, url)}`;
    expect(hasValidUrlSignature(sign, KEY, good, 'h')).toBe(true);
    const [, signature = ''] = good.split('&h=');
    for (const bad of [
      `https://panel.example/cb?h=${signature}&a=1&b=2`,
      `${url}&h=${signature.toUpperCase()}`,
      `${good}&`,
      `${good}&h=`,
      `${good}&c=3`,
      `${url}&H=${signature}`,
      `${url}&h=`,
      url,
    ])
      expect(hasValidUrlSignature(sign, KEY, bad, 'h'), bad).toBe(false);
  });
});
