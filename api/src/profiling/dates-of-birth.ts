/** Dates of birth are encrypted. They are read only of panelists whose month of birth does not decide their age. */
import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { type Database, sql } from '../platform/database.ts';
import type { Opener } from '../platform/panelist-keys.ts';
import type { Vault } from '../platform/vault.ts';
import { birthMonthIndex } from './birth-months.ts';
import { readPersonalAnswer } from './store.ts';

type MaybeSealed = { readonly panelistId: string | null; readonly sealed: Buffer | null };

/** Reads the dates of birth that are there, and tells who of the rows is of these ages. */
export async function ageChecker(
  vault: Vault,
  { ages, today }: { readonly ages: readonly [min: number, max: number] | null; readonly today: string },
  rows: readonly MaybeSealed[],
) {
  const datesOfBirth = await readDatesOfBirth(vault, rows.filter(hasSealed));
  return ({ panelistId }: MaybeSealed): boolean => {
    const bornOn = panelistId === null ? undefined : datesOfBirth.get(panelistId);
    if (!ages || bornOn === undefined) return true;
    const age = ageOn(bornOn, today);
    return age >= ages[0] && age <= ages[1];
  };
}

type SealedDateOfBirth = { readonly panelistId: string; readonly sealed: Buffer };
const hasSealed = (row: MaybeSealed): row is SealedDateOfBirth => row.panelistId !== null && row.sealed !== null;

/** Dates of birth by panelist. */
async function readDatesOfBirth(vault: Vault, rows: readonly SealedDateOfBirth[]): Promise<Map<string, string>> {
  const keys = await vault.panelistKeys.openers(rows.map(({ panelistId }) => panelistId));
  return new Map(
    rows.map(({ panelistId, sealed }) => {
      const key = keys.get(panelistId) as Opener;
      return [panelistId, String(readPersonalAnswer(key, panelistId, dateOfBirth.id, sealed))];
    }),
  );
}

const BATCH = 1000;

/** For dates of birth that were answered before their months were stored. */
export async function fillBirthMonths(database: Database, vault: Vault): Promise<void> {
  for (let filled = BATCH; filled === BATCH; ) {
    const rows = await database.many<{ panelistId: string; sealed: Buffer }>(sql`
      select panelist_id as "panelistId", a.sealed
      from profiles p join personal_answers a using (panelist_id)
      where p.birth_month is null and a.question = 'dob' limit ${BATCH}`);
    if (rows.length === 0) return;
    const datesOfBirth = await readDatesOfBirth(vault, rows);
    const months = rows.map(({ panelistId }) => birthMonthIndex(vault, datesOfBirth.get(panelistId) as string));
    await database.write(sql`
      update profiles p set birth_month = b.month
      from unnest(${rows.map(({ panelistId }) => panelistId)}::uuid[], ${months}::bytea[]) as b (panelist_id, month)
      where p.panelist_id = b.panelist_id and p.birth_month is null`);
    filled = rows.length;
  }
}
