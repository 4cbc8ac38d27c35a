import { OUTCOMES } from '@panel/domain/partners/outcomes';
import { describe, expect, it } from 'vitest';
import { adapterOf } from './adapters.ts';
import { cintOutcome } from './cint-match/adapter.ts';
import { CLIENT_STATUSES, MARKETPLACE_STATUSES } from './cint-match/statuses.ts';
import { BUILT_IN_CODES, outcomeOfCode } from './codes.ts';
import { RESPONDENT_STATUSES } from './purespectrum/statuses.ts';
import { usdMicros } from './reading.ts';

const [{ rows: ROUTER_STATUSES } = { rows: [] }] = adapterOf('cint-router').codes;

describe('the status tables', () => {
  it.each([
    ["Cint's marketplace", MARKETPLACE_STATUSES],
    ["Cint's clients", CLIENT_STATUSES],
    ["Cint's router", ROUTER_STATUSES],
    ['PureSpectrum', RESPONDENT_STATUSES],
  ])('of %s have one row for each code', (_, rows) => {
    const codes = rows.map(([code]) => code);
    expect(codes).toEqual([...new Set(codes)]);
    for (const [, outcome, meaning] of rows) {
      expect(OUTCOMES).toContain(outcome);
      expect(meaning).not.toBe('');
    }
  });

  it('credit only what each partner calls a complete', () => {
    const credited = (rows: typeof CLIENT_STATUSES) =>
      rows.filter(([, outcome]) => outcome === 'complete' || outcome === 'reinstated').map(([code]) => code);
    expect([MARKETPLACE_STATUSES, CLIENT_STATUSES, ROUTER_STATUSES, RESPONDENT_STATUSES].map(credited)).toEqual([
      [],
      ['10', '11'],
      ['complete'],
      ['21'],
    ]);
  });

  it('name PureSpectrum’s codes as its documentation groups them', () => {
    const codesOf = (...outcomes: string[]) =>
      RESPONDENT_STATUSES.filter(([, outcome]) => outcomes.includes(outcome)).map(([code]) => Number(code));
    expect(codesOf('screenout')).toEqual([13, 18, 24, 25, 35, 44, 45, 46, 49, 50]);
    expect(codesOf('overquota')).toEqual([12, 17, 22, 23, 27, 36, 37, 47, 48, 57, 58, 88]);
    expect(codesOf('quality')).toEqual([
      20, 29, 31, 38, 40, 41, 42, 43, 51, 55, 60, 62, 67, 68, 71, 73, 76, 77, 78, 79, 80, 81, 82, 83, 87,
    ]);
    expect(codesOf('blocked')).toEqual([63, 64]);
    expect(codesOf('duplicate')).toEqual([15, 26, 30, 32, 69, 70, 74, 85, 86]);
    expect(codesOf('drop')).toEqual([11, 14, 16, 19]);
    expect(codesOf('technical')).toEqual([28]);
    expect(codesOf('reversed')).toEqual([33]);
  });

  it('are listed for operators, each with the outcome that a session gets', () => {
    const tables = [MARKETPLACE_STATUSES, CLIENT_STATUSES, ROUTER_STATUSES, RESPONDENT_STATUSES];
    expect(BUILT_IN_CODES).toHaveLength(tables.flat().length);
    const received = { marketplace: (code: string) => `${code}/`, client: (code: string) => `3/${code}` };
    for (const { partner, sender, code, outcome } of BUILT_IN_CODES)
      expect(outcomeOfCode(partner, sender ? received[sender](code) : code), `${partner} ${code}`).toBe(outcome);
  });

  it("read Cint's two codes together", () => {
    expect(cintOutcome('3', '10')).toBe('complete');
    expect(cintOutcome('3', '26')).toBe('reversed');
    expect(cintOutcome('40', '-1')).toBe('overquota');
    expect(cintOutcome('23', '')).toBe('screenout');
    expect(cintOutcome('3', '1')).toBe('drop');
  });

  it('return undefined for an unknown code', () => {
    expect([cintOutcome('999', '-1'), cintOutcome('3', '999'), cintOutcome('3', '10 ')]).toEqual(
      Array(3).fill(undefined),
    );
    for (const code of ['', '0', '021', '21.0', '34', '52', '75', '999', 'constructor', '__proto__'])
      expect(adapterOf('purespectrum').outcomeOfCode(code), code).toBeUndefined();
  });
});

describe('an amount', () => {
  it.each([
    ['1.00', 1_000_000n],
    ['1', 1_000_000n],
    ['0.5', 500_000n],
    ['2.375', 2_375_000n],
    ['1.0000019', 1_000_001n],
    ['999.99', 999_990_000n],
  ])('%s is read in millionths', (text, micros) => {
    expect(usdMicros(text)).toBe(micros);
  });

  it.each([undefined, '', '0', '0.00', '-1', '+1', '1e3', '1,00', '1000', ' 1', '1 ', 'NaN', '0x1', '1.', '.5', '１'])(
    '%j is refused',
    (text) => {
      expect(usdMicros(text)).toBeUndefined();
    },
  );
});
