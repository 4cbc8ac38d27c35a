/** Chooses panelists by their answers and their age. */
import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { type Database, READ_WHOLE_TABLES, sql } from '../platform/database.ts';
import type { Opener } from '../platform/panelist-keys.ts';
import type { Vault } from '../platform/vault.ts';
import { birthMonthIndex, birthMonthsOf } from './birth-months.ts';
import { readAnswer } from './store.ts';

export type Profile = {
  /** Each an answer to another question; for a question with several answers, one of them. */
  readonly answers: readonly { readonly question: string; readonly code: string; readonly isOneOfMany: boolean }[];
  readonly ages: readonly [min: number, max: number] | null;
};

/** The ids of the contactable panelists of a profile. `activeSince` is what contactable_panelists() takes. */
export async function drawSample(
  database: Database,
  vault: Vault,
  { answers, ages }: Profile,
  { activeSince, today }: { readonly activeSince: Date; readonly today: string },
): Promise<string[]> {
  if (answers.length === 0 && ages === null) return everyone(database, activeSince);
  if (ages) await fillBirthMonths(database, vault);
  const months = ages ? birthMonthsOf(ages, today) : [];
  const indexes = months.map((month) => birthMonthIndex(vault, month));
  const single = answers.filter(({ isOneOfMany }) => !isOneOfMany);
  const several = answers.filter(({ isOneOfMany }) => isOneOfMany);
  const rows = await database.many<{ panelistId: string; sealed: Buffer | null }>(sql`
    with matching as (
      select panelist_id from (
        select a.panelist_id
        from unnest(
          ${single.map(({ question }) => question)}::text[],
          ${single.map(({ code }) => JSON.stringify(code))}::jsonb[]
        ) as f (question, answer)
        join profile_answers a on a.question = f.question and a.answer = f.answer
        union all
        select a.panelist_id
        from unnest(
          ${several.map(({ question }) => question)}::text[],
          ${several.map(({ code }) => JSON.stringify([code]))}::jsonb[]
        ) as f (question, answer)
        join profile_answers a
          on jsonb_typeof(a.answer) = 'array' and a.answer @> f.answer and a.question = f.question
        union all
        select panelist_id from profile_answers where birth_month = any(${indexes}::bytea[])
      ) answered
      group by panelist_id having count(*) = ${answers.length + (ages ? 1 : 0)}::int
    )
    select p.panelist_id as "panelistId", d.sealed
    from matching m
    join contactable_panelists(${activeSince}) p on p.panelist_id = m.panelist_id
    left join profile_answers d on d.panelist_id = m.panelist_id and d.question = 'dob'
      and d.birth_month = any(${[indexes[0], indexes.at(-1)].filter(Boolean)}::bytea[])`);
  // Only in the first and the last month the day of birth decides.
  const datesOfBirth = await readDatesOfBirth(vault, rows.filter(hasSealed));
  return rows.flatMap(({ panelistId }) => {
    const bornOn = datesOfBirth.get(panelistId);
    if (!ages || !bornOn) return [panelistId];
    const age = ageOn(bornOn, today);
    return age >= ages[0] && age <= ages[1] ? [panelistId] : [];
  });
}

type SealedDateOfBirth = { readonly panelistId: string; readonly sealed: Buffer };
const hasSealed = (row: { panelistId: string; sealed: Buffer | null }): row is SealedDateOfBirth => row.sealed !== null;

/** Dates of birth by panelist. */
async function readDatesOfBirth(vault: Vault, rows: readonly SealedDateOfBirth[]): Promise<Map<string, string>> {
  const keys = await vault.panelistKeys.openers(rows.map(({ panelistId }) => panelistId));
  return new Map(
    rows.map(({ panelistId, sealed }) => {
      const key = keys.get(panelistId) as Opener;
      return [panelistId, String(readAnswer(key, panelistId, { question: dateOfBirth.id, answer: null, sealed }))];
    }),
  );
}

const everyone = (database: Database, activeSince: Date): Promise<string[]> =>
  database.transaction(async (tx) => {
    await tx.many(READ_WHOLE_TABLES);
    const rows = await tx.many<{ id: string }>(
      sql`select panelist_id as id from contactable_panelists(${activeSince})`,
    );
    return rows.map((row) => row.id);
  });

const BATCH = 1000;

/** For dates of birth that were answered before their months were stored. */
async function fillBirthMonths(database: Database, vault: Vault): Promise<void> {
  for (let filled = BATCH; filled === BATCH; ) {
    const rows = await database.many<{ panelistId: string; sealed: Buffer }>(sql`
      select panelist_id as "panelistId", sealed from profile_answers
      where question = 'dob' and birth_month is null limit ${BATCH}`);
    const datesOfBirth = await readDatesOfBirth(vault, rows);
    const months = rows.map(({ panelistId }) => birthMonthIndex(vault, datesOfBirth.get(panelistId) as string));
    await database.write(sql`
      update profile_answers a set birth_month = b.month
      from unnest(${rows.map(({ panelistId }) => panelistId)}::uuid[], ${months}::bytea[]) as b (panelist_id, month)
      where a.panelist_id = b.panelist_id and a.question = 'dob' and a.birth_month is null`);
    filled = rows.length;
  }
}
