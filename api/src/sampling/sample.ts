/** Chooses panelists by their answers and age: an index over all of a panelist's codes finds those who match every rule. */
import { createHash } from 'node:crypto';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { AGE_GROUPS, ageGroupOf } from '@panel/domain/panelists/age-groups';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { IS_MEMBER } from '../identity/contactable.ts';
import { allOf, type Database, type Queries, type Statement, sql } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { birthMonthIndex, birthMonthsOf } from '../profiling/birth-months.ts';
import { readAges } from '../profiling/dates-of-birth.ts';
import { type Contacting, candidatesStatement, type Omission } from './candidates.ts';

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
  /** One for each rule, then one for the ages: conditions on a profile. */
  readonly conditions: readonly Statement[];
  /** `with … survivors as (…)`: who meets all conditions, with the answers that decide the cell, and `edge_id` if the day of birth decides. */
  readonly withSurvivors: Statement;
  /** Whether `survivors` reads much of the panel, so that an index would only cost time. */
  readonly readsWholePanel: boolean;
};

const ALL_PROFILES = sql`select c.panelist_id, c.birth_month, c.answers, c.lsm_group from profiles c`;
/** PostgreSQL thinks that comparing codes is cheap. `offset 0` and the ban on table scans keep it from comparing those of every profile. */
const matching = (conditions: readonly Statement[]): Statement =>
  sql`${ALL_PROFILES} where ${allOf(conditions)} offset 0`;

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
  const groupOf = Object.fromEntries(
    groups.flatMap((group) => group.months.map((month) => [month.toString('hex'), group.code])),
  );
  const wanted = rules.map(({ question, codes }) => codes.map((code) => answerCode(question, code)));
  if (ages) wanted.push(months.map(monthCode));
  const conditions = wanted.map((codes) => sql`c.codes && ${codes}::bigint[]`);
  const [row = null, column = null] = cellsBy;
  // Planned for its values: what is decided by them is not read, such as profiles in a sample by LSM alone.
  const select = sql`
    select p.id as panelist_id, case when r.receive then p.last_active_at end as reachable_at,
      case when ${edges.length > 0}::boolean and c.birth_month = any(${edges}::bytea[]) then p.id end as edge_id,
      case ${row} when ${AGE_QUOTA.id} then ${groupOf}::jsonb ->> encode(c.birth_month, 'hex') when ${LSM.id} then c.lsm_group::text
        else c.answers ->> ${row} end as row_code,
      case ${column} when ${AGE_QUOTA.id} then ${groupOf}::jsonb ->> encode(c.birth_month, 'hex') when ${LSM.id} then c.lsm_group::text
        else c.answers ->> ${column} end as column_code
    from panelists p left join matching c on c.panelist_id = p.id left join preferences r on r.panelist_id = p.id`;
  if (ages || rules.some(({ question }) => question !== LSM.id))
    return {
      conditions,
      withSurvivors: sql`
        with matching as (${matching(conditions)}),
          survivors as (${select} where ${IS_APPROVED} and c.panelist_id is not null)`,
      readsWholePanel: false,
    };
  const byGroup = rules.map(({ codes }) => sql`c.lsm_group = any(${codes}::smallint[])`);
  return {
    conditions,
    withSurvivors: sql`
      with matching as (${ALL_PROFILES}), survivors as (${select} where ${IS_APPROVED} and ${allOf(byGroup)})`,
    readsWholePanel: true,
  };
}
const IS_APPROVED = sql`p.status = 'approved'`;

/** The best plan depends on the values. The index must return exact rows instead of whole pages, and what is read of a table must be kept. */
const PLAN_FOR_VALUES = sql`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '64MB', true)`;

/** Every count of a sample is of one moment, and they take the place of one read. */
const read = <T>(database: Database, { readsWholePanel }: Query, work: (reads: Queries) => Promise<T>): Promise<T> =>
  database.readOnly(
    async (reads) => {
      await reads.many(PLAN_FOR_VALUES);
      return work(reads);
    },
    { fullScan: readsWholePanel },
  );

/** How many meet the first condition, the first two, and so on, without the last one. */
const countSteps = (reads: Queries, { conditions }: Query): Promise<number[]> =>
  Promise.all(
    conditions.slice(0, -1).map((_, index) =>
      reads.value<number>(sql`
        with matching as (${matching(conditions.slice(0, index + 1))}) select count(*)::int from matching where ${IS_MEMBER}`),
    ),
  );

type CountRow = Placeable & { readonly leftOut: Omission | null; readonly people: number };

export async function countSample(database: Database, vault: Vault, selection: Selection): Promise<Counts> {
  const query = queryOf(vault, selection);
  const count = sql`
    ${query.withSurvivors},
      candidates as (${candidatesStatement(selection)}),
      counted as (
        select edge_id, row_code, column_code, left_out, count(*)::int as people from candidates
        group by edge_id, row_code, column_code, left_out)
    select edge_id as "panelistId", array[row_code, column_code] as codes, left_out as "leftOut", people,
      (select a.sealed from personal_answers a where a.panelist_id = edge_id and a.question = 'dob') as sealed
    from counted`;
  const { steps, all } = await read(database, query, async (reads) => ({
    steps: await countSteps(reads, query),
    all: await reads.many<CountRow>(count),
  }));
  let left = await placeRows(vault, selection, all);
  const matching = query.conditions.length === 0 ? [] : [...steps, peopleIn(left)];
  const without = (reason: Omission): number => {
    left = left.filter(({ leftOut }) => leftOut !== reason);
    return peopleIn(left);
  };
  return {
    matching,
    goodQuality: without('low-quality'),
    contactable: without('not-contactable'),
    notAsked: without('asked'),
    underCap: without('over-cap'),
    notInTask: without('took-part'),
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
  const agesRead = await readAges(vault, today, rows);
  return rows.flatMap((row) => {
    // Undefined if the month of birth decides.
    const age = agesRead.get(row.panelistId);
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
  type Row = { panelistId: string; sealed: Buffer | null; codes: (string | null)[] };
  const query = queryOf(vault, selection);
  const drawn = sql`
    ${query.withSurvivors}, candidates as (${candidatesStatement(selection)})
    select panelist_id as "panelistId", array[row_code, column_code] as codes,
      (select a.sealed from personal_answers a where a.panelist_id = edge_id and a.question = 'dob') as sealed
    from candidates where left_out is null order by uuid_hash_extended(panelist_id, ${seed}), panelist_id`;
  const rows = await read(database, query, (reads) => reads.many<Row>(drawn));
  return (await placeRows(vault, selection, rows)).map(({ panelistId, cell }) => ({ panelistId, cell }));
}
