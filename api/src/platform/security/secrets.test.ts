import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretFault } from './secrets.ts';

/** Like the output of `openssl rand -hex`, but the same in every run. */
const hex = (bytes: number) => (index: number) =>
  createHash('sha256')
    .update(String(index))
    .digest('hex')
    .slice(0, 2 * bytes);
const indexes = Array.from({ length: 1000 }, (_, index) => index);

describe('a secret that partners or studies sign with', () => {
  it.each([16, 32])('may be %i random bytes in hex, which has only sixteen different characters', (bytes) => {
    expect(indexes.map(hex(bytes)).filter((secret) => secretFault([secret], 32) !== null)).toEqual([]);
  });

  it.each(['a', 'ab', 'password', '12345678', 'abcabcabd'])('may not repeat %s', (text) => {
    expect(secretFault([hex(32)(0), text.repeat(32)], 32)).toBe(
      'must be at least 32 characters, at least 10 of them different, without words such as password',
    );
  });

  it('must have the required length', () => {
    expect(secretFault([hex(32)(0).slice(0, 31)], 32)).not.toBeNull();
    expect(secretFault(['k7Xq2vLm9Tz'])).not.toBeNull();
    expect(secretFault(['k7Xq2vLm9TzB'])).toBeNull();
  });

  it.each([
    'password',
    'Passw0rd2026!',
    'passphrase-1234',
    'secret',
    'cint-match-secret-1',
    'ChangeMe!2026',
    'letmein12345',
    'qwertzuiop12',
    'sandbox-secret',
  ])('may not be %s', (secret) => expect(secretFault([secret])).not.toBeNull());

  it('may have such words besides', () => {
    expect(secretFault(['cint-secret-k7Xq2vLm9TzB'])).toBeNull();
  });
});
