import { writeHistory } from '@panel/domain/rewards/history';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { identify } from '../identity/panelists.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { fullHistory } from './history.ts';

type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

/** What a panelist can withdraw, what is still held, and what they have earned in total. */
export async function balances(db: Queries, panelistId: string): Promise<Balances> {
  const row = await db.one<{ available: string; pending: string; total: string }>(sql`
    select available, pending, earned as total from wallets where panelist_id = ${panelistId}`);
  const amount = (value: string | undefined) => cents(value ?? 0);
  return { available: amount(row?.available), pending: amount(row?.pending), total: amount(row?.total) };
}

/** What a wallet has in cents, with a debt as a positive amount. */
export async function walletAmounts(db: Queries, panelistId: string) {
  const row = await db.one<Record<'available' | 'pending' | 'reserved' | 'owed', string>>(sql`
    select available, pending, reserved, -owed as owed from wallets where panelist_id = ${panelistId}`);
  const amount = (value: string | undefined) => Number(value ?? 0);
  return {
    available: amount(row?.available),
    pending: amount(row?.pending),
    reserved: amount(row?.reserved),
    owed: amount(row?.owed),
  };
}

const SHOWN_ENTRIES = 200;

/** The answer to the history call. Throws the problem `unknown-panelist` if the did isn't registered. */
export async function panelistHistory(
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
): Promise<object> {
  const { id } = await identify(database, vault, did);
  return writeHistory(await fullHistory(database, id, clock.now(), SHOWN_ENTRIES));
}
