import { createHash } from 'node:crypto';
import type { Partner } from '@panel/domain/partners/partners';
import type { Cents } from '@panel/domain/rewards/money';
import { sql, type Tx } from '../platform/database.ts';

export type Wallet = {
  readonly id: string;
  /** Null once the profile is deleted. */
  readonly panelistId: string | null;
  readonly pending: Cents;
  readonly available: Cents;
  readonly reserved: Cents;
  readonly owed: Cents;
};

export type TransferKind =
  | 'earned'
  | 'corrected'
  | 'released'
  | 'reversed'
  | 'reinstated'
  | 'withdrawal-reserved'
  | 'withdrawal-paid'
  | 'withdrawal-returned'
  | 'forfeited';

export type Account =
  | 'pending'
  | 'available'
  | 'reserved'
  | 'owed'
  | 'paid-out'
  | 'forfeited'
  | 'unclaimed'
  | `partner:${Partner}`;

export type Transfer = {
  readonly kind: TransferKind;
  /** What it is done for: one transfer of a kind for one thing, however often it is asked for. */
  readonly subject: string;
  readonly walletId: string;
  /** By account, summing to zero; an entry of nothing is left out. */
  readonly postings: { readonly [A in Account]?: bigint };
};

/** The same transfer was made before with another content: somebody is wrong, and no money moves. */
export class LedgerConflict extends Error {
  override name = 'LedgerConflict';
}

type WalletRow = { [F in keyof Wallet]: F extends 'panelistId' ? string | null : string };

const row = (wallet: WalletRow): Wallet => ({
  id: wallet.id,
  panelistId: wallet.panelistId,
  pending: BigInt(wallet.pending) as Cents,
  available: BigInt(wallet.available) as Cents,
  reserved: BigInt(wallet.reserved) as Cents,
  owed: BigInt(wallet.owed) as Cents,
});

/** The wallet, held until the transaction ends. Everything that moves a panelist's money begins here. */
export async function lockWallet(tx: Tx, walletId: string): Promise<Wallet> {
  const found = await tx.one<WalletRow>(sql`
    select id, panelist_id as "panelistId", pending, available, reserved, owed from wallets where id = ${walletId} for no key update`);
  if (!found) throw new Error('There is no such wallet.');
  return row(found);
}

export const openWallet = (tx: Tx, walletId: string, panelistId: string) =>
  tx.many(sql`insert into wallets (id, panelist_id) values (${walletId}, ${panelistId})`);

/** Moves money. The database checks that it sums to zero, that no balance goes wrong, and that it is done once. */
export async function post(
  tx: Tx,
  { kind, subject, walletId, postings }: Transfer,
  at: Date,
): Promise<'posted' | 'already-posted'> {
  const entries = Object.entries(postings)
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([kind, walletId, entries.map(([account, amount]) => [account, String(amount)])]);
  const digest = createHash('sha256').update(content).digest();
  const key = `${kind}:${subject}`;
  const inserted = await tx.one<{ id: string }>(sql`
    insert into transfers (kind, key, wallet_id, digest, at) values (${kind}, ${key}, ${walletId}, ${digest}, ${at})
    on conflict (key) do nothing
    returning id`);
  if (!inserted) {
    const earlier = await tx.one<{ digest: Buffer }>(sql`select digest from transfers where key = ${key}`);
    if (!earlier?.digest.equals(digest)) throw new LedgerConflict(kind);
    return 'already-posted';
  }
  await tx.many(sql`
    insert into postings (transfer_id, account, amount)
    select ${inserted.id}, account, amount
    from unnest(${entries.map(([account]) => account)}::text[], ${entries.map(([, amount]) => String(amount))}::bigint[]) as p (account, amount)`);
  return 'posted';
}
