/** The three books of the money, by their running totals. Reading them costs the same at ten transfers or ten million. */

import type { Books } from '@panel/domain/console/today-page';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { type Database, type Queries, sql } from '../platform/database/database.ts';

type Book = 'postings' | 'wallets' | 'states';
type BookTotal = { readonly book: Book; readonly account: string; readonly amount: Cents };
export type BookTotals = readonly BookTotal[];

export async function bookTotals(db: Queries): Promise<BookTotals> {
  const rows = await db.many<Omit<BookTotal, 'amount'> & { amount: string }>(sql`
    select book, account, sum(amount)::bigint as amount from ledger_totals group by book, account`);
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }));
}

const sum = (totals: BookTotals): bigint => totals.reduce((all, { amount }) => all + amount, 0n);

export const totalIn = (totals: BookTotals, book: Book, account: string): bigint =>
  sum(totals.filter((one) => one.book === book && one.account === account));

/** What two books must agree about. */
const AGREEMENTS: readonly {
  readonly what: string;
  readonly account: string;
  readonly books: readonly [Book, Book];
}[] = [
  { what: 'pending by postings and by wallets', account: 'pending', books: ['postings', 'wallets'] },
  { what: 'available by postings and by wallets', account: 'available', books: ['postings', 'wallets'] },
  { what: 'reserved by postings and by wallets', account: 'reserved', books: ['postings', 'wallets'] },
  { what: 'owed by postings and by wallets', account: 'owed', books: ['postings', 'wallets'] },
  { what: 'pending by wallets and by rewards', account: 'pending', books: ['wallets', 'states'] },
  { what: 'reserved by wallets and by open withdrawals', account: 'reserved', books: ['wallets', 'states'] },
  { what: 'paid out by postings and by paid withdrawals', account: 'paid-out', books: ['postings', 'states'] },
];

const compared = (totals: BookTotals) =>
  AGREEMENTS.map(({ what, account, books: [book, other] }) => ({
    what,
    book: other,
    one: totalIn(totals, book, account),
    other: totalIn(totals, other, account),
  }));

const sumOfPostings = (totals: BookTotals) => sum(totals.filter(({ book }) => book === 'postings'));

/** Says where the books differ. */
export const disagreementsOf = (totals: BookTotals): string[] =>
  [{ what: 'all postings sum to nothing', one: sumOfPostings(totals), other: 0n }, ...compared(totals)]
    .filter(({ one, other }) => one !== other)
    .map(({ what, one, other }) => `${what}: ${one} and ${other} cents`);

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

/** Each book with its sum, and its difference from the books before it. */
export function booksOf(totals: BookTotals, at: Date): Books {
  const difference = (book: Book) =>
    compared(totals)
      .filter((one) => one.book === book)
      .reduce((all, { one, other }) => all + distance(one, other), 0n);
  const sumIn = (book: Book, ...accounts: readonly string[]) =>
    accounts.reduce((all, account) => all + totalIn(totals, book, account), 0n);
  const all = sumOfPostings(totals);
  return {
    checkedAt: at.toISOString(),
    postings: { sum: Number(all), difference: Number(distance(all, 0n)) },
    wallets: {
      sum: Number(sumIn('wallets', 'pending', 'available', 'reserved', 'owed')),
      difference: Number(difference('wallets')),
    },
    states: { sum: Number(sumIn('states', 'pending', 'reserved')), difference: Number(difference('states')) },
  };
}

/** Replaces the rows of the running totals with their sums. Returns the number of rows replaced. */
export const addUpTotals = (database: Database): Promise<number> =>
  database.run(sql`
    with replaced as (delete from ledger_totals returning book, account, amount),
    total as (
      insert into ledger_totals (book, account, amount)
      select book, account, sum(amount) from replaced group by book, account
    )
    select from replaced`);
