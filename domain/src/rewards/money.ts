/** Money is whole cents. It becomes a decimal only to be shown, or sent as a number of rand. */
export type Cents = bigint & { readonly unit: 'ZAR cents' };
export const cents = (amount: bigint): Cents => amount as Cents;

/** Specification: the smallest withdrawal, R50. */
export const MINIMUM_WITHDRAWAL = cents(5000n);

/** As the API sends it: 75.5. Exact for every amount below a quarter of a billion rand. */
export const toRandNumber = (amount: Cents): number => Number(amount) / 100;

/** An amount from the API, in cents. */
export const fromRandNumber = (rand: number): Cents => cents(BigInt(Math.round(rand * 100)));

/** As a person reads it: R75, R75.50, R1250. */
export function formatRand(amount: Cents): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const fraction = absolute % 100n;
  return `${sign}R${absolute / 100n}${fraction === 0n ? '' : `.${String(fraction).padStart(2, '0')}`}`;
}

/** Math.min doesn't take a bigint. */
export function min(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
