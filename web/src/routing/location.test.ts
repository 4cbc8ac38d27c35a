import { describe, expect, it } from 'vitest';
import { didInPath, didInQuery, hrefTo } from './location.ts';

describe('didInPath', () => {
  it.each([
    ['/profiling-second-round/abc', 'abc'],
    ['/profiling-quarterly/abc', 'abc'],
    ['/profiling-yearly/abc', 'abc'],
    ['/user-dob/abc', 'abc'],
    ['/user-first-language/abc', 'abc'],
    ['/user-dob/a%20b', 'a b'],
    ['/user-dob/%E0%A4%A', '%E0%A4%A'],
    ['/user-dob/', null],
    ['/user-dob', null],
    ['/user-dob/abc/more', null],
    ['/redirect-page/profile-deleted', null],
    ['/terms', null],
    ['/', null],
  ])('G1: %s carries %s', (path, did) => {
    expect(didInPath(path)).toBe(did);
  });
});

describe('didInQuery', () => {
  it.each([
    ['?x-binu-did=abc', 'abc'],
    ['?a=1&x-binu-did=abc&b=2', 'abc'],
    ['?x-binu-did=', null],
    ['?x-binu-did=&x-binu-did=abc', 'abc'],
    ['?X-BINU-DID=abc', null],
    ['', null],
  ])('G1: %s carries %s', (search, did) => {
    expect(didInQuery(search)).toBe(did);
  });
});

describe('hrefTo', () => {
  const from = (search: string, did: string | null = null) => ({ path: '/', search, did });

  it('G3: keeps the query byte for byte', () => {
    expect(hrefTo('/terms', from('?b=%20c&&d=+e&empty=&ü=1'))).toBe('/terms?b=%20c&&d=+e&empty=&ü=1');
  });

  it('G1: a link home or to the sign-up from a did route adds the did, and only there', () => {
    expect(hrefTo('/apply', from('?a=1', 'abc'))).toBe('/apply?a=1&x-binu-did=abc');
    expect(hrefTo('/', from('', 'abc'))).toBe('/?x-binu-did=abc');
    expect(hrefTo('/', from('?a=1', 'a b'))).toBe('/?a=1&x-binu-did=a%20b');
    expect(hrefTo('/terms', from('?a=1', 'abc'))).toBe('/terms?a=1');
  });

  it('G1: a page that is loaded gets the did in its address', () => {
    expect(hrefTo('/terms', from('?a=1', 'abc'), true)).toBe('/terms?a=1&x-binu-did=abc');
    expect(hrefTo('/terms', from('?x-binu-did=other', 'abc'), true)).toBe('/terms?x-binu-did=other');
  });

  it('G1: a query that already has a did is unchanged', () => {
    expect(hrefTo('/', from('?x-binu-did=other', 'abc'))).toBe('/?x-binu-did=other');
  });
});
