/** The double-entry ledger as stored: every rand moves from one account to another, and each transfer is made once. */
import type { Account, Move, Transfer, Wallet } from '@panel/domain/rewards/ledger';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { type Parts, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';

export type WalletRow = { [F in keyof Wallet]: F extends 'panelistId' ? string | null : string };

export const walletOf = (row: WalletRow): Wallet => ({
  id: row.id,
  panelistId: row.panelistId,
  pending: cents(row.pending),
  available: cents(row.available),
  reserved: cents(row.reserved),
  owed: cents(row.owed),
});

/** Locks a wallet until the transaction ends. Everything that moves a panelist's money begins here. */
export async function lockWallet(tx: Tx, walletId: string): Promise<Wallet> {
  const row = await tx.one<WalletRow>(sql`
    select id, panelist_id as "panelistId", pending, available, reserved, owed from wallets where id = ${walletId} for no key update`);
  if (!row) throw new Error('The wallet does not exist.');
  return walletOf(row);
}

/** Locks the wallet of a survey session, if the session exists. */
export const lockWalletOfSession = (tx: Tx, sessionId: string) =>
  tx.many(sql`
    select from survey_sessions s join wallets w on w.id = s.wallet_id where s.id = ${sessionId} for no key update of w`);

/** Goes with the part `tombstone`, which has a row for each earlier profile of the panelist. */
export const insertWalletStatement = (walletId: string, panelistId: string): Statement =>
  sql`
    insert into wallets (id, panelist_id, is_of_returner)
    values (${walletId}, ${panelistId}, exists (select from tombstone))`;

/** A panelist's wallet, not locked, with what it has earned in total. */
export async function walletOfPanelist(db: Queries, panelistId: string): Promise<Wallet & { readonly earned: Cents }> {
  const row = await db.one<WalletRow & { earned: string }>(sql`
    select id, panelist_id as "panelistId", pending, available, reserved, owed, earned from wallets where panelist_id = ${panelistId}`);
  if (!row) throw new Error('The panelist has no wallet.');
  return { ...walletOf(row), earned: cents(row.earned) };
}

/** The postings of these moves, by account. They sum to zero and have no zero entries. */
export function postingsOf(moves: readonly Move[]): (readonly [account: Account, amount: bigint])[] {
  const postings = new Map<Account, bigint>();
  for (const [from, to, amount] of moves) {
    if (amount < 0n) throw new RangeError('An amount must not be negative.');
    postings.set(from, (postings.get(from) ?? 0n) - amount);
    postings.set(to, (postings.get(to) ?? 0n) + amount);
  }
  return [...postings].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The parts of a statement that move money, to combine with the parts that write the reason. The wallets must be locked. The database
 * refuses a repeated transfer, postings that don't sum to zero, and balances below zero.
 */
export function insertTransfersStatements(transfers: readonly Transfer[], at: Date): Parts {
  if (transfers.length === 0) return {};
  const rows = transfers.map((transfer) => ({ ...transfer, key: `${transfer.kind}:${transfer.subject}` }));
  const postings = rows.flatMap(({ key, moves }) =>
    postingsOf(moves).map(([account, amount]) => ({ key, account, amount: String(amount) })),
  );
  return {
    transfer: sql`
      insert into transfers (kind, key, wallet_id, at)
      select kind, key, wallet_id, ${at}::timestamptz
      from unnest(
        ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ walletId }) => walletId)}::uuid[]
      ) as t (kind, key, wallet_id)
      returning id, key`,
    posting: sql`
      insert into postings (transfer_id, account, amount)
      select t.id, p.account, p.amount
      from unnest(
        ${postings.map(({ key }) => key)}::text[],
        ${postings.map(({ account }) => account)}::text[],
        ${postings.map(({ amount }) => amount)}::bigint[]
      ) as p (key, account, amount) join transfer t on t.key = p.key`,
  };
}

/** When money last moved; undefined if it never has. */
export const lastTransferAt = async (db: Queries): Promise<Date | undefined> =>
  (await db.one<{ at: Date }>(sql`select at from transfers order by id desc limit 1`))?.at;

/** The parts that move the debt of the panelist's tombstones (the rows of the part `tombstone`) to the new wallet. */
export const restoreDebtStatements = (walletId: string, at: Date): Parts => ({
  transfer: sql`
    insert into transfers (kind, key, wallet_id, at)
    select 'debt-restored', ${`debt-restored:${walletId}`}, ${walletId}::uuid, ${at}::timestamptz
    from tombstone having sum(debt) > 0
    returning id`,
  posting: sql`
    insert into postings (transfer_id, account, amount)
    select transfer.id, p.account, p.amount
    from transfer, (select sum(debt)::bigint as debt from tombstone) d,
      lateral (values ('owed', -d.debt), ('write-off', d.debt)) p (account, amount)`,
});
