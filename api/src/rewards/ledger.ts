/** The double-entry ledger as stored: every rand moves from one account to another, and each transfer is made once. */
import { type Account, type Cents, cents, type Move, type Transfer, type Wallet } from '@panel/domain/rewards/money';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';

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

export const insertWalletStatement = (walletId: string, panelistId: string, isOfReturner: boolean): Statement =>
  sql`insert into wallets (id, panelist_id, is_of_returner) values (${walletId}, ${panelistId}, ${isOfReturner})`;

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
 * Moves money, in the transaction that writes the reason. The wallets must be locked. The database refuses a repeated transfer, postings
 * that don't sum to zero, and balances below zero.
 */
export function insertTransfersStatements(transfers: readonly Transfer[], at: Date): Statement[] {
  if (transfers.length === 0) return [];
  const postings = transfers.flatMap(({ kind, subject, change = 0, moves }) =>
    postingsOf(moves).map(([account, amount]) => ({ kind, subject, change, account, amount })),
  );
  return [
    sql`
      insert into transfers (kind, subject, change, wallet_id, at)
      select kind, subject, change, wallet_id, ${at}::timestamptz
      from unnest(
        ${transfers.map(({ kind }) => kind)}::text[],
        ${transfers.map(({ subject }) => subject)}::uuid[],
        ${transfers.map(({ change = 0 }) => change)}::int[],
        ${transfers.map(({ walletId }) => walletId)}::uuid[]
      ) as t (kind, subject, change, wallet_id)`,
    sql`
      insert into postings (transfer_id, account, amount)
      select t.id, p.account, p.amount
      from unnest(
        ${postings.map(({ kind }) => kind)}::text[],
        ${postings.map(({ subject }) => subject)}::uuid[],
        ${postings.map(({ change }) => change)}::int[],
        ${postings.map(({ account }) => account)}::text[],
        ${postings.map(({ amount }) => String(amount))}::bigint[]
      ) as p (kind, subject, change, account, amount) join transfers t using (kind, subject, change)`,
  ];
}

/** When money last moved; undefined if it never has. */
export const lastTransferAt = async (db: Queries): Promise<Date | undefined> =>
  (await db.one<{ at: Date }>(sql`select at from transfers order by id desc limit 1`))?.at;

/** Moves the debt of earlier profiles to a new wallet. */
export const restoreDebtStatements = (walletId: string, debt: bigint, at: Date): Statement[] => {
  const moves: readonly Move[] = [['owed', 'write-off', debt]];
  return debt > 0n
    ? insertTransfersStatements([{ kind: 'debt-restored', subject: walletId, walletId, moves }], at)
    : [];
};
