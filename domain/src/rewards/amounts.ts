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

/** Specification: the smallest withdrawal. */
export const MINIMUM_WITHDRAWAL_SHOWN: ShownCents = 5000;
/** The same in a sentence. */
export const MINIMUM_WITHDRAWAL_TEXT: string = /* @__PURE__ */ formatRand(MINIMUM_WITHDRAWAL_SHOWN);
