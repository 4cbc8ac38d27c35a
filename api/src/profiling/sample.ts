/** Chooses panelists by their answers and their age. What a rule matches is read from an index alone. */
import { type Database, type Parts, READ_WHOLE_TABLES, type Statement, sql, together } from '../platform/database.ts';
import type { Vault } from '../platform/vault.ts';
import { birthMonthIndex, birthMonthsOf } from './birth-months.ts';
import { ageChecker, fillBirthMonths } from './dates-of-birth.ts';

export type Rule = { readonly question: string; readonly codes: readonly string[]; readonly isOneOfMany: boolean };

export type Selection = {
  /** Any of the codes of a rule, all of the rules. */
  readonly rules: readonly Rule[];
  readonly ages: readonly [min: number, max: number] | null;
  /** What contactable_panelists() takes. */
  readonly activeSince: Date;
  readonly today: string;
  /** Leaves out whoever was asked something since then. */
  readonly askedSince: Date | null;
  /** Leaves out whoever was asked so often since then. */
  readonly contacts: { readonly since: Date; readonly below: number };
  /** Leaves out whoever took part in this task. */
  readonly notInTask: string | null;
  /** Questions with one answer, whose codes tell the quota's cells apart. */
  readonly cellsBy: readonly string[];
};

/** How many people are left after each rule, and by cell after all of them. */
export type Counts = {
  /** After each rule, then after the ages where there are any. */
  readonly matching: readonly number[];
  readonly contactable: number;
  readonly notAsked: number;
  readonly underCap: number;
  readonly notInTask: number;
  readonly cells: ReadonlyMap<string, number>;
};

/** A cell by the codes of its answers; a panelist without an answer is in none that is asked for. */
export const cellOf = (codes: readonly (string | null)[]): string => codes.map((code) => code ?? '').join(':');

type Query = { readonly months: readonly Buffer[]; readonly allRules: number; readonly parts: Parts };

/**
 * The part `survivors` has the panelists who match every rule; `answered` has one bit for each rule that they match, of those
 * who match the first one. The first rule should match the fewest.
 */
function queryOf(vault: Vault, { rules, ages, activeSince, today }: Selection): Query {
  const months = ages ? birthMonthsOf(ages, today).map((month) => birthMonthIndex(vault, month)) : [];
  const answers = rules.flatMap((rule, index) => rule.codes.map((code) => ({ ...rule, code, index })));
  const [single, several] = [false, true].map((isOneOfMany) =>
    answers.filter((each) => each.isOneOfMany === isOneOfMany),
  );
  const allRules = 2 ** (rules.length + (ages ? 1 : 0)) - 1;
  const survivors = sql`select panelist_id from answered where mask = ${allRules}`;
  if (allRules === 0) {
    const answered = sql`select panelist_id, 0 as mask from contactable_panelists(${activeSince})`;
    return { months, allRules, parts: { answered, survivors } };
  }
  const isFirst = ({ index }: { index: number }) => index === 0;
  const isLater = ({ index }: { index: number }) => index > 0;
  const hasAnswers = rules.length > 0;
  const first = matchingAnswers(single?.filter(isFirst), several?.filter(isFirst), hasAnswers ? [] : months, 0);
  const matched = matchingAnswers(
    single?.filter(isLater),
    several?.filter(isLater),
    hasAnswers ? months : [],
    rules.length,
  );
  const answered = sql`
    select f.panelist_id, 1 | coalesce(bit_or(1 << m.rule), 0) as mask
    from first f left join matched m on m.panelist_id = f.panelist_id group by f.panelist_id`;
  return { months, allRules, parts: { first, matched, answered, survivors } };
}

type RuleAnswer = { readonly question: string; readonly code: string; readonly index: number };

/** Each panelist who gave one of the answers or was born in one of the months, with the rule that it is of. */
const matchingAnswers = (
  single: readonly RuleAnswer[] = [],
  several: readonly RuleAnswer[] = [],
  months: readonly Buffer[],
  monthsRule: number,
): Statement => sql`
  select a.panelist_id, f.rule
  from unnest(
    ${single.map(({ question }) => question)}::text[],
    ${single.map(({ code }) => JSON.stringify(code))}::jsonb[],
    ${single.map(({ index }) => index)}::int[]
  ) as f (question, answer, rule)
  join profile_answers a on a.question = f.question and a.answer = f.answer
  union all
  select a.panelist_id, f.rule
  from unnest(
    ${several.map(({ question }) => question)}::text[],
    ${several.map(({ code }) => JSON.stringify([code]))}::jsonb[],
    ${several.map(({ index }) => index)}::int[]
  ) as f (question, answer, rule)
  join profile_answers a on jsonb_typeof(a.answer) = 'array' and a.answer @> f.answer and a.question = f.question
  union all
  select panelist_id, ${monthsRule}::int from profile_answers where birth_month = any(${months}::bytea[])`;

/** Only in the first and the last month the day of birth decides. */
const edges = (months: readonly Buffer[]) => [months[0], months.at(-1)].filter((month) => month !== undefined);

/** Many ids are hashed at once, which takes a third of the time of sorting them. */
const HASH_JOINS = sql`select set_config('work_mem', '64MB', true), set_config('enable_mergejoin', 'off', true)`;

const readSample = <Row>(database: Database, { allRules }: Query, statement: Statement): Promise<Row[]> =>
  database.transaction(async (tx) => {
    await tx.many(allRules === 0 ? READ_WHOLE_TABLES : HASH_JOINS);
    return tx.many<Row>(statement);
  });

type CountRow = {
  readonly mask: number | null;
  /** Who it is, where the day of birth decides. */
  readonly panelistId: string | null;
  readonly sealed: Buffer | null;
  readonly contactable: boolean;
  readonly asked: boolean;
  readonly overCap: boolean;
  readonly tookPart: boolean;
  readonly codes: readonly (string | null)[];
  readonly people: number;
};

export async function countSample(database: Database, vault: Vault, selection: Selection): Promise<Counts> {
  if (selection.ages) await fillBirthMonths(database, vault);
  const query = queryOf(vault, selection);
  const { activeSince, askedSince, contacts, notInTask, cellsBy } = selection;
  const [row = null, column = null] = cellsBy;
  const all = await readSample<CountRow>(
    database,
    query,
    together(
      query.parts,
      sql`
        select mask, null::uuid as "panelistId", null::bytea as sealed, false as contactable, false as asked, false as "overCap",
          false as "tookPart", null::text[] as codes, count(*)::int as people
        from answered group by mask
        union all
        select null::int, b.panelist_id, b.sealed, c.panelist_id is not null, k.asked > 0, k.in_week >= ${contacts.below},
          took_part(${notInTask}, c.panelist_id), array[r.answer #>> '{}', q.answer #>> '{}'], count(*)::int
        from survivors s
        left join contactable_panelists(${activeSince}) c on c.panelist_id = s.panelist_id
        left join lateral contacts_of(c.panelist_id, ${askedSince ?? NEVER}, ${contacts.since}) k on true
        left join profile_answers b on b.panelist_id = s.panelist_id and b.question = 'dob'
          and b.birth_month = any(${edges(query.months)}::bytea[])
        left join profile_answers r on r.panelist_id = c.panelist_id and r.question = ${row}
        left join profile_answers q on q.panelist_id = c.panelist_id and q.question = ${column}
        group by 1, 2, 3, 4, 5, 6, 7, 8`,
    ),
  );
  const isOfAge = await ageChecker(vault, selection, all);
  const masks = all.filter(({ mask }) => mask !== null);
  const wrongAge = all.filter((each) => each.mask === null && !isOfAge(each));
  let left = all.filter((each) => each.mask === null && isOfAge(each));
  const remaining = (keeps: (row: CountRow) => boolean) => {
    left = left.filter(keeps);
    return peopleIn(left);
  };
  return {
    matching: selection.rules
      .map((_, index) => 2 ** (index + 1) - 1)
      .concat(selection.ages ? query.allRules : [])
      .map((bits) => {
        const matched = peopleIn(masks.filter(({ mask }) => ((mask ?? 0) & bits) === bits));
        return bits === query.allRules ? matched - peopleIn(wrongAge) : matched;
      }),
    contactable: remaining(({ contactable }) => contactable),
    notAsked: remaining(({ asked }) => !asked),
    underCap: remaining(({ overCap }) => !overCap),
    notInTask: remaining(({ tookPart }) => !tookPart),
    cells: left.reduce((cells, { codes, people }) => {
      const cell = cellOf(codes.slice(0, cellsBy.length));
      return cells.set(cell, (cells.get(cell) ?? 0) + people);
    }, new Map<string, number>()),
  };
}

const NEVER = new Date('9999-01-01');
const peopleIn = (rows: readonly CountRow[]): number => rows.reduce((sum, { people }) => sum + people, 0);

export type Drawn = { readonly panelistId: string; readonly cell: string };

/** Everybody of the sample in an order that the seed decides. */
export async function shuffleSample(
  database: Database,
  vault: Vault,
  selection: Selection,
  seed: number,
): Promise<Drawn[]> {
  if (selection.ages) await fillBirthMonths(database, vault);
  const query = queryOf(vault, selection);
  const { activeSince, askedSince, contacts, notInTask, cellsBy } = selection;
  const [row = null, column = null] = cellsBy;
  type Row = { panelistId: string; sealed: Buffer | null; codes: (string | null)[] };
  const rows = await readSample<Row>(
    database,
    query,
    together(
      query.parts,
      sql`
        select s.panelist_id as "panelistId", b.sealed, array[r.answer #>> '{}', q.answer #>> '{}'] as codes
        from survivors s
        join contactable_panelists(${activeSince}) c on c.panelist_id = s.panelist_id
        cross join lateral contacts_of(c.panelist_id, ${askedSince ?? NEVER}, ${contacts.since}) k
        left join profile_answers b on b.panelist_id = s.panelist_id and b.question = 'dob'
          and b.birth_month = any(${edges(query.months)}::bytea[])
        left join profile_answers r on r.panelist_id = c.panelist_id and r.question = ${row}
        left join profile_answers q on q.panelist_id = c.panelist_id and q.question = ${column}
        where k.asked = 0 and k.in_week < ${contacts.below} and not took_part(${notInTask}, c.panelist_id)
        order by uuid_hash_extended(s.panelist_id, ${seed}), s.panelist_id`,
    ),
  );
  const isOfAge = await ageChecker(vault, selection, rows);
  return rows
    .filter(isOfAge)
    .map(({ panelistId, codes }) => ({ panelistId, cell: cellOf(codes.slice(0, cellsBy.length)) }));
}
