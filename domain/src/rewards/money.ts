/** Money is whole cents. It becomes a decimal only to be shown, or sent as a number of rand. */
export type Cents = bigint & { readonly unit: 'ZAR cents' };
/** From what is computed, sent or, as the database driver reads it, text. */
export const cents = (amount: bigint | number | string): Cents => BigInt(amount) as Cents;

/** Whole cents in the app, which only shows them: Chrome 64 to 66 have no bigint. */
export type ShownCents = number;

/** Specification: the smallest withdrawal, R50. */
export const MINIMUM_WITHDRAWAL_SHOWN: ShownCents = 5000;
export const MINIMUM_WITHDRAWAL: Cents = /* @__PURE__ */ cents(MINIMUM_WITHDRAWAL_SHOWN);

/** As the API sends it: 75.5. Exact for every amount below a quarter of a billion rand. */
export const toRandNumber = (amount: Cents): number => Number(amount) / 100;

/** An amount from the API, in cents. */
export const fromRandNumber = (rand: number): ShownCents => Math.round(rand * 100);

/** As a person reads it: R75, R75.50, R1250. */
export function formatRand(amount: Cents | ShownCents): string {
  const absolute = Math.abs(Number(amount));
  const fraction = absolute % 100;
  const rand = `R${(absolute - fraction) / 100}${fraction === 0 ? '' : `.${String(fraction).padStart(2, '0')}`}`;
  return amount < 0 ? `-${rand}` : rand;
}

/** Math.min doesn't take a bigint. */
export function min(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
