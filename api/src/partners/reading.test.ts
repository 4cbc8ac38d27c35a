import { describe, expect, it } from 'vitest';
import { usdMicros } from './reading.ts';

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
