/** Money in whole cents, and the double-entry ledger that it moves in. */
import { MINIMUM_WITHDRAWAL_SHOWN, type ShownCents } from './amounts.ts';

/** It becomes a decimal only to be shown, or sent as a number of rand. */
export type Cents = bigint & { readonly unit: 'ZAR cents' };
/** From what is computed, sent or, as the database driver reads it, text. */
export const cents = (amount: bigint | number | string): Cents => BigInt(amount) as Cents;

export const MINIMUM_WITHDRAWAL: Cents = /* @__PURE__ */ cents(MINIMUM_WITHDRAWAL_SHOWN);

/** As the API sends it: 75.5. Exact for every amount below a quarter of a billion rand. */
export const toRandNumber = (amount: Cents): number => Number(amount) / 100;

/** An amount from the API, in cents. */
export const fromRandNumber = (rand: number): ShownCents => Math.round(rand * 100);

/** Math.min doesn't take a bigint. */
export function min(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** What moves money between the accounts below. */
export const TRANSFER_KINDS = [
  'earned',
  'corrected',
  'released',
  'reversed',
  'reinstated',
  'withdrawal-reserved',
  'withdrawal-paid',
  'withdrawal-returned',
  'claimed',
  'forfeited',
  'written-off',
  'debt-restored',
  'thanked',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** The first four are balances of the wallet; the others belong to the panel. */
export const LEDGER_ACCOUNTS = [
  'pending',
  'available',
  'reserved',
  'owed',
  'paid-out',
  'forfeited',
  'unclaimed',
  'write-off',
  'thank-you',
] as const;
export type Account = (typeof LEDGER_ACCOUNTS)[number] | `partner:${string}`;

/** An amount of zero moves nothing; a negative one is refused. */
export type Move = readonly [from: Account, to: Account, amount: bigint];

export type Transfer = {
  readonly kind: TransferKind;
  /** The id of the reward, withdrawal, thank-you, write-off or wallet. With `change`, each has at most one transfer of a kind. */
  readonly subject: string;
  /** Which change of the reward it is. Only rewards have several transfers of a kind. */
  readonly change?: number;
  /** Null for a move between the panel's own accounts. */
  readonly walletId: string | null;
  readonly moves: readonly Move[];
};

export type Wallet = {
  readonly id: string;
  /** Null once the profile is deleted. */
  readonly panelistId: string | null;
  readonly pending: Cents;
  readonly available: Cents;
  readonly reserved: Cents;
  /** Zero or negative: a late reversal took back money that was already withdrawn. */
  readonly owed: Cents;
};
