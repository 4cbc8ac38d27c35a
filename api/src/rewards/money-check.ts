/** Whether the books agree. The quick check compares running totals; the deep one adds up every row. */
import { type Database, type Queries, sql } from '../platform/database.ts';

export type MoneyCheck = { readonly ok: boolean; readonly faults: readonly string[] };

type Total = { book: 'postings' | 'wallets' | 'states'; account: string; total: string };

const WALLET_ACCOUNTS = ['pending', 'available', 'reserved', 'owed'];

/** The three books against each other. Costs the same at ten transfers or ten million. */
export async function quickMoneyCheck(db: Queries): Promise<MoneyCheck> {
  const rows = await db.many<Total>(sql`
    select book, account, sum(total) as total from ledger_totals group by book, account`);
  const total = (book: Total['book'], account: string) =>
    BigInt(rows.find((row) => row.book === book && row.account === account)?.total ?? 0);
  const faults: string[] = [];
  const same = (what: string, a: bigint, b: bigint) => {
    if (a !== b) faults.push(`${what}: ${a} and ${b} cents`);
  };
  const everything = rows.filter((row) => row.book === 'postings').reduce((sum, row) => sum + BigInt(row.total), 0n);
  same('all postings sum to nothing', everything, 0n);
  for (const account of WALLET_ACCOUNTS)
    same(`${account} by postings and by wallets`, total('postings', account), total('wallets', account));
  same('pending by wallets and by rewards', total('wallets', 'pending'), total('states', 'pending'));
  same('reserved by wallets and by open withdrawals', total('wallets', 'reserved'), total('states', 'reserved'));
  same('paid out by postings and by paid withdrawals', total('postings', 'paid-out'), total('states', 'paid-out'));
  return { ok: faults.length === 0, faults };
}

/**
 * Adds up every row, and so also finds changes that bypassed the running totals. It is given longer than any call of a
 * panelist.
 */
export const deepMoneyCheck = (database: Database): Promise<MoneyCheck> =>
  database.transaction(async (tx) => {
    await tx.many(sql`set local statement_timeout = '15min'`);
    return sumEveryRow(tx);
  });

async function sumEveryRow(db: Queries): Promise<MoneyCheck> {
  const quick = await quickMoneyCheck(db);
  const counts = await db.one<Record<string, string>>(sql`
    with sums as (
      select t.wallet_id,
        coalesce(sum(p.amount) filter (where p.account = 'pending'), 0) as pending,
        coalesce(sum(p.amount) filter (where p.account = 'available'), 0) as available,
        coalesce(sum(p.amount) filter (where p.account = 'reserved'), 0) as reserved,
        coalesce(sum(p.amount) filter (where p.account = 'owed'), 0) as owed
      from postings p join transfers t on t.id = p.transfer_id group by t.wallet_id
    )
    select
      (select count(*) from (select from postings group by transfer_id having sum(amount) <> 0) u) as "transfers that don't sum to nothing",
      (select count(*) from transfers t where not exists (select from postings p where p.transfer_id = t.id)) as "transfers without postings",
      (select count(*) from wallets w left join sums s on s.wallet_id = w.id
        where (w.pending, w.available, w.reserved, w.owed)
          is distinct from (coalesce(s.pending, 0), coalesce(s.available, 0), coalesce(s.reserved, 0), coalesce(s.owed, 0))) as "wallets that differ from their postings",
      (select count(*) from wallets where least(pending, available, reserved, -owed) < 0) as "wallets below nothing",
      (select count(*) from (select from withdrawals where state not in ('paid', 'returned') group by wallet_id having count(*) > 1) u) as "wallets with more than one open withdrawal",
      (select count(*) from wallets w where reserved <>
        (select coalesce(sum(amount), 0) from withdrawals d where d.wallet_id = w.id and state not in ('paid', 'returned'))) as "wallets whose reserve is not their open withdrawal",
      (select count(*) from wallets w where pending <>
        (select coalesce(sum(amount), 0) from rewards r where r.wallet_id = w.id and state = 'pending')) as "wallets whose pending is not their pending rewards",
      (select count(*) from withdrawals d where state = 'paid' and not exists (select from vouchers v where v.withdrawal_id = d.id)) as "paid withdrawals without a voucher"`);
  const deep = Object.entries(counts ?? {}).flatMap(([what, count]) => (count === '0' ? [] : [`${what}: ${count}`]));
  return { ok: quick.ok && deep.length === 0, faults: [...quick.faults, ...deep] };
}
