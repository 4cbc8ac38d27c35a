/** Figures that more than one page shows. */
import { addDays } from '@panel/domain/calendar';
import type { Books, DayFigures } from '@panel/domain/console/today-page';
import { type Queries, sql } from '../platform/database/database.ts';
import { isPaidOut, readTransferKey, transferKey } from './figure-keys.ts';
import { figuresBetween, sumOf } from './rollups.ts';

type BookTotals = Readonly<Record<string, number>>;

export async function bookTotals(db: Queries): Promise<BookTotals> {
  const rows = await db.many<{ account: string; total: string }>(sql`
    select t.key as account, sum(t.value::numeric)::bigint as total
    from ledger_totals l, jsonb_each_text(to_jsonb(l)) t group by t.key`);
  return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]));
}

/** The three books of the quick money check, each with its sum and its difference from the previous book. */
export function booksOf(totals: BookTotals, at: Date): Books {
  const total = (name: string) => totals[name] ?? 0;
  const all = Object.keys(totals)
    .filter((name) => name.startsWith('postings_'))
    .reduce((sum, name) => sum + total(name), 0);
  const gap = (accounts: readonly string[], book: string, against: string) =>
    accounts.reduce((sum, account) => sum + Math.abs(total(`${book}_${account}`) - total(`${against}_${account}`)), 0);
  const wallets = ['pending', 'available', 'reserved', 'owed'];
  return {
    checkedAt: at.toISOString(),
    postings: { sum: all, difference: Math.abs(all) },
    wallets: {
      sum: wallets.reduce((sum, account) => sum + total(`wallets_${account}`), 0),
      difference: gap(wallets, 'wallets', 'postings'),
    },
    states: {
      sum: total('states_pending') + total('states_reserved'),
      difference: gap(['pending', 'reserved'], 'states', 'wallets') + gap(['paid_out'], 'states', 'postings'),
    },
  };
}

/** Paid by voucher; claims are paid by hand. */
const VOUCHER = transferKey('withdrawal-paid', 'paid-out');

/** One entry per day, oldest first. */
export async function dayFigures(db: Queries, from: string, to: string): Promise<DayFigures[]> {
  const figures = await figuresBetween(db, ['sign-ups', 'active', 'completes', 'transfers', 'moved'], from, to);
  const days: DayFigures[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ofDay = figures.filter((figure) => figure.day === day);
    const value = (name: string, matches = (_: string) => true) =>
      sumOf(ofDay, ({ figure, key }) => figure === name && matches(key));
    days.push({
      day,
      signUps: value('sign-ups'),
      activeIn7Days: value('active', (key) => key === '7'),
      completes: value('completes'),
      paidOut: value('moved', (key) => isPaidOut(...readTransferKey(key))),
      vouchers: value('transfers', (key) => key === VOUCHER),
    });
  }
  return days;
}
