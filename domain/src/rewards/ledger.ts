/** The accounts of the double-entry ledger, and what moves between them. */
import type { Cents } from './money.ts';

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
  /** The subject; each has at most one transfer of a kind. */
  readonly subject: string;
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
