/** Whether the books agree. The quick check compares running totals; the deep one adds up every row. */
import type { CommandContext, Subcommand } from '../console/command.ts';
import { type Database, type Queries, sql } from '../platform/database/database.ts';
import { bookTotals, disagreementsOf } from './books.ts';

export type MoneyCheck = { readonly ok: boolean; readonly faults: readonly string[] };

/** Compares the three books. Costs the same at ten transfers or ten million. */
export async function quickMoneyCheck(db: Queries): Promise<MoneyCheck> {
  const faults = disagreementsOf(await bookTotals(db));
  return { ok: faults.length === 0, faults };
}

/** Adds up every row, and so also finds changes that bypassed the running totals. It has more time than a panelist's call. */
export const deepMoneyCheck = (database: Database): Promise<MoneyCheck> =>
  database.readOnly(sumEveryRow, { fullScan: true });

async function sumEveryRow(db: Queries): Promise<MoneyCheck> {
  const quick = await quickMoneyCheck(db);
  const counts = await db.one<Record<string, string>>(sql`
    with sums as (
      select t.wallet_id,
        coalesce(sum(p.amount) filter (where p.account = 'pending'), 0) as pending,
        coalesce(sum(p.amount) filter (where p.account = 'available'), 0) as available,
        coalesce(sum(p.amount) filter (where p.account = 'reserved'), 0) as reserved,
        coalesce(sum(p.amount) filter (where p.account = 'owed'), 0) as owed,
        coalesce(-sum(p.amount) filter (where p.account like 'partner:%' or p.account = 'thank-you'), 0) as earned
      from postings p join transfers t on t.id = p.transfer_id group by t.wallet_id
    )
    select
      (select count(*) from (select from postings group by transfer_id having sum(amount) <> 0) u) as "transfers that don't sum to nothing",
      (select count(*) from transfers t where not exists (select from postings p where p.transfer_id = t.id)) as "transfers without postings",
      (select count(*) from wallets w left join sums s on s.wallet_id = w.id
        where (w.pending, w.available, w.reserved, w.owed, w.earned) is distinct from
          (coalesce(s.pending, 0), coalesce(s.available, 0), coalesce(s.reserved, 0), coalesce(s.owed, 0), coalesce(s.earned, 0))) as "wallets that differ from their postings",
      (select count(*) from wallets where least(pending, available, reserved, -owed) < 0) as "wallets below nothing",
      (select count(*) from wallets where panelist_id is null and (pending, available, owed) <> (0, 0, 0)) as "wallets of deleted profiles that are not closed",
      (select count(*) from (select from withdrawals where state not in ('paid', 'returned') group by wallet_id having count(*) > 1) u) as "wallets with more than one open withdrawal",
      (select count(*) from wallets w where reserved <>
        (select coalesce(sum(amount), 0) from withdrawals d where d.wallet_id = w.id and state not in ('paid', 'returned'))) as "wallets whose reserve is not their open withdrawal",
      (select count(*) from wallets w where pending <>
        (select coalesce(sum(amount), 0) from rewards r where r.wallet_id = w.id and state = 'pending')) as "wallets whose pending is not their pending rewards",
      (select count(*) from thank_yous k full join (select id, subject from transfers where kind = 'thanked') t on t.subject = k.id
        where k.amount is distinct from (select -sum(p.amount) from postings p where p.transfer_id = t.id and p.account = 'thank-you')) as "thank-yous that differ from their transfers",
      (select count(*) from withdrawals d where state = 'paid' and not exists (select from vouchers v where v.withdrawal_id = d.id)) as "paid withdrawals without a voucher"`);
  const deep = Object.entries(counts ?? {}).flatMap(([what, count]) => (count === '0' ? [] : [`${what}: ${count}`]));
  return { ok: quick.ok && deep.length === 0, faults: [...quick.faults, ...deep] };
}

async function checkMoney({ deps, options, print, alarm }: CommandContext): Promise<void> {
  const { ok, faults } = options.deep ? await deepMoneyCheck(deps.database) : await quickMoneyCheck(deps.database);
  for (const fault of faults) print(fault);
  print(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
  if (!ok) alarm();
}

export const moneyCommands: readonly Subcommand[] = [
  {
    name: 'money check',
    description: 'Compares the three books by their running totals. This is fast at any size.',
    options: [['--deep', 'adds up every posting, wallet, reward and withdrawal, and shows where they differ']],
    isAnonymous: true,
    run: checkMoney,
  },
];
