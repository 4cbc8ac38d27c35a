/** Chooses panelists by their answers and age: an index over all of a panelist's codes finds those who match every rule. */
import { createHash } from 'node:crypto';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { AGE_GROUPS, ageGroupOf } from '@panel/domain/panelists/age-groups';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { IS_MEMBER } from '../identity/members.ts';
import { combineCtes, type Database, type Statement, selectWhere, sql } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { birthMonthIndex, birthMonthsOf } from './birth-months.ts';
import { type Contacting, ENOUGH_MEMORY, readingOf, readWith } from './candidates.ts';
import { readAges } from './dates-of-birth.ts';

export type Rule = { readonly question: string; readonly codes: readonly string[] };

export type Selection = Contacting & {
  /** Any code in a rule, and every rule. */
  readonly rules: readonly Rule[];
  readonly ages: readonly [min: number, max: number] | null;
  readonly today: string;
  /** What defines the quota's cells: age, the LSM group, or single-answer questions. */
  readonly cellsBy: readonly string[];
};

/** The number of panelists left after each rule, and per cell after all of them. */
export type Counts = {
  /** After each rule, then after the ages if there are any. */
  readonly matching: readonly number[];
  readonly goodQuality: number;
  readonly contactable: number;
  readonly notAsked: number;
  readonly underCap: number;
  readonly notInTask: number;
  readonly cells: ReadonlyMap<string, number>;
};

/** A cell by the codes of its answers; a panelist without an answer is in no requested cell. */
export const cellOf = (codes: readonly (string | null)[]): string => codes.map((code) => code ?? '').join(':');

/** The number for an answer, as in the database's answer_code(). */
const answerCode = (question: string, code: string): bigint =>
  createHash('md5').update(`${question}:${code}`).digest().readBigInt64BE();
/** The number for a month of birth, as in birth_month_code(). */
const monthCode = (month: Buffer): bigint => month.readBigInt64BE();

type Query = {
  /** One for each rule, then one for the ages. */
  readonly conditions: readonly Statement[];
  /** The panelists who meet all conditions, their cell answers, and whether the day of birth decides: only in the first and the last month. */
  readonly survivors: Statement;
};

function queryOf(vault: Vault, { rules, ages, today, cellsBy }: Selection): Query {
  const monthsOf = (of: readonly [number, number]) =>
    birthMonthsOf(of, today).map((month) => birthMonthIndex(vault, month));
  const months = ages ? monthsOf(ages) : [];
  const groups = cellsBy.includes(AGE_QUOTA.id)
    ? AGE_GROUPS.map((group) => ({ code: group.code, months: monthsOf(group.ages) }))
    : [];
  const edges = [months, ...groups.map((group) => group.months)]
    .flatMap((of) => [of[0], of.at(-1)])
    .filter((month) => month !== undefined);
  // Two groups share the month between them, in which the day of birth decides.
  const codeOf = new Map(groups.flatMap((group) => group.months.map((month) => [month.toString('hex'), group.code])));
  const groupMonths = [...codeOf.keys()].map((month) => Buffer.from(month, 'hex'));
  const wanted = rules.map(({ question, codes }) => codes.map((code) => answerCode(question, code)));
  if (ages) wanted.push(months.map(monthCode));
  const conditions = wanted.map((codes) => sql`codes && ${codes}::bigint[]`);
  const [row = null, column = null] = cellsBy;
  const [first, ...others] = conditions;
  const select = sql`
    select panelist_id, birth_month = any(${edges}::bytea[]) as is_edge, array[
      case ${row} when ${AGE_QUOTA.id} then g.code when ${LSM.id} then lsm_group::text else answers ->> ${row} end,
      case ${column} when ${AGE_QUOTA.id} then g.code when ${LSM.id} then lsm_group::text else answers ->> ${column} end] as cell
    from profiles left join unnest(${groupMonths}::bytea[], ${[...codeOf.values()]}::text[]) g (month, code) on g.month = birth_month`;
  if (!first) return { conditions, survivors: row === null ? ALL_MEMBERS : selectWhere(select, [IS_MEMBER]) };
  return { conditions, survivors: selectWhere(select, [first, ...others, IS_MEMBER]) };
}

const ALL_MEMBERS = sql`
  select id as panelist_id, false as is_edge, array[null, null] as cell from panelists where status = 'approved'`;

/** How many meet the first condition, the first two, and so on, without the last one. */
const countSteps = (database: Database, query: Query): Promise<number[]> =>
  Promise.all(
    query.conditions.slice(0, -1).map(async (condition, index) => {
      const before = query.conditions.slice(0, index);
      const count = selectWhere(sql`select count(*)::int as people from profiles`, [condition, ...before, IS_MEMBER]);
      const [row] = await readWith<{ people: number }>(database, [ENOUGH_MEMORY], count);
      return row?.people ?? 0;
    }),
  );

type CountRow = {
  /** The panelists for whom the day of birth decides. */
  readonly panelistId: string | null;
  readonly sealed: Buffer | null;
  readonly isLow: boolean;
  readonly contactable: boolean;
  readonly asked: boolean;
  readonly overCap: boolean;
  readonly tookPart: boolean;
  readonly codes: readonly (string | null)[];
  readonly people: number;
};

export async function countSample(database: Database, vault: Vault, selection: Selection): Promise<Counts> {
  const query = queryOf(vault, selection);
  const countCandidates = async () => {
    const { parts, settings } = await readingOf(database, query, selection);
    const statement = combineCtes(
      parts,
      sql`
        select edge_id as "panelistId", sealed, is_low as "isLow", is_contactable as contactable, was_asked as asked, is_over_cap as "overCap",
          took_part as "tookPart", cell as codes, count(*)::int as people
        from candidates group by 1, 2, 3, 4, 5, 6, 7, 8`,
    );
    return readWith<CountRow>(database, settings, statement);
  };
  const [steps, all] = await Promise.all([countSteps(database, query), countCandidates()]);
  const placed = await placeRows(vault, selection, all);
  let left = placed;
  const remaining = (keeps: (row: CountRow) => boolean) => {
    left = left.filter(keeps);
    return peopleIn(left);
  };
  return {
    matching: query.conditions.length === 0 ? [] : [...steps, peopleIn(left)],
    goodQuality: remaining(({ isLow }) => !isLow),
    contactable: remaining(({ contactable }) => contactable),
    notAsked: remaining(({ asked }) => !asked),
    underCap: remaining(({ overCap }) => !overCap),
    notInTask: remaining(({ tookPart }) => !tookPart),
    cells: left.reduce(
      (cells, { cell, people }) => cells.set(cell, (cells.get(cell) ?? 0) + people),
      new Map<string, number>(),
    ),
  };
}

type Placeable = {
  readonly panelistId: string | null;
  readonly sealed: Buffer | null;
  readonly codes: readonly (string | null)[];
};

/** The rows whose age is right, each with its cell. */
async function placeRows<Row extends Placeable>(
  vault: Vault,
  { ages, today, cellsBy }: Selection,
  rows: readonly Row[],
): Promise<(Row & { readonly cell: string })[]> {
  const ageOf = await readAges(vault, today, rows);
  return rows.flatMap((row) => {
    const age = ageOf(row);
    if (ages && age !== undefined && (age === null || age < ages[0] || age > ages[1])) return [];
    const codes = cellsBy.map((id, index) => {
      if (id !== AGE_QUOTA.id || age === undefined) return row.codes[index] ?? null;
      return age === null ? null : ageGroupOf(age);
    });
    return [{ ...row, cell: cellOf(codes) }];
  });
}

const peopleIn = (rows: readonly CountRow[]): number => rows.reduce((sum, { people }) => sum + people, 0);

type Drawn = { readonly panelistId: string; readonly cell: string };

/** All panelists of the sample, in an order that the seed decides. */
export async function shuffleSample(
  database: Database,
  vault: Vault,
  selection: Selection,
  seed: number,
): Promise<Drawn[]> {
  const query = queryOf(vault, selection);
  type Row = { panelistId: string; sealed: Buffer | null; codes: (string | null)[] };
  const { parts, settings } = await readingOf(database, query, selection);
  const statement = combineCtes(
    parts,
    sql`
      select panelist_id as "panelistId", sealed, cell as codes from candidates
      where not is_low and is_contactable and not was_asked and not is_over_cap and not took_part
      order by uuid_hash_extended(panelist_id, ${seed}), panelist_id`,
  );
  const rows = await readWith<Row>(database, settings, statement);
  return (await placeRows(vault, selection, rows)).map(({ panelistId, cell }) => ({ panelistId, cell }));
}
