import { expect, it } from 'vitest';
import { isOpenToReversals, reversalsEndOn } from './reversal-window.ts';

it.each([
  ['cint-match', '2026-10', '2026-11-26'],
  ['cint-router', '2026-12', '2027-01-26'],
  ['purespectrum', '2026-10', '2027-01-29'],
] as const)('%s may reverse completions of %s until %s', (partner, month, day) => {
  expect(reversalsEndOn(partner, month)).toBe(day);
  expect(isOpenToReversals(partner, month, day)).toBe(true);
  expect(isOpenToReversals(partner, month, `${day}T`)).toBe(false);
});
