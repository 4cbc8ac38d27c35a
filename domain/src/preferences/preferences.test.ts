import { describe, expect, it } from 'vitest';
import { decodePreference, encodePreference } from './preferences.ts';

describe('O3: the preference payload', () => {
  it.each([true, false])('carries %s', (receive) => {
    expect(encodePreference(receive)).toEqual({ data: [{ preference: 'research', value: receive }] });
    expect(decodePreference(encodePreference(receive))).toEqual({ receive });
  });

  it.each([
    [{ data: [] }, 'data', 'required'],
    [{ data: {} }, 'data', 'wrongType'],
    [{ data: [1] }, 'data.0', 'wrongType'],
    [
      {
        data: [
          { preference: 'research', value: true },
          { preference: 'research', value: false },
        ],
      },
      'data',
      'wrongLength',
    ],
    [{ data: [{ preference: 'Research', value: true }] }, 'data.0.preference', 'notAnOption'],
    [{ data: [{ preference: 'research', value: 'true' }] }, 'data.0.value', 'wrongType'],
    [{ data: [{ preference: 'research' }] }, 'data.0.value', 'required'],
    [{ data: [{ preference: 'research', value: true, x: 1 }] }, 'data.0.x', 'unknownField'],
    [{ data: [{ preference: 'research', value: true }], x: 1 }, 'x', 'unknownField'],
  ])('%j: %s %s', (body, path, code) => {
    expect(decodePreference(body)).toEqual({ faults: [{ path, code }] });
  });

  it.each([[null], [[]], ['data'], [{}]])('rejects %j, which is not the payload', (body) => {
    expect(decodePreference(body)).toBe('not-the-payload');
  });
});
