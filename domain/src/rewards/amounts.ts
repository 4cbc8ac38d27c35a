/** Amounts in sentences, and the ones that a product owner may change. Every page downloads this file, so it stays small. */

/** Whole cents in the app, which only shows them: Chrome 64 to 66 have no bigint. */
export type ShownCents = number;

/** As a person reads it: R75, R75.50, R1250. */
export function formatRand(amount: bigint | ShownCents): string {
  const absolute = Math.abs(Number(amount));
  const fraction = absolute % 100;
  const rand = `R${(absolute - fraction) / 100}${fraction === 0 ? '' : `.${String(fraction).padStart(2, '0')}`}`;
  return amount < 0 ? `-${rand}` : rand;
}

/** Specification: the smallest withdrawal, in whole rand. The build writes it into the sentences that name it. */
export const MINIMUM_WITHDRAWAL_RAND = 50;
export const MINIMUM_WITHDRAWAL_SHOWN: ShownCents = MINIMUM_WITHDRAWAL_RAND * 100;
