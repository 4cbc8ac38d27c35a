/** Counts the panel for the nightly snapshot: its size, and every question crossed with every other. Reads each profile once. */
import { addDays, startOfDay } from '@panel/domain/calendar';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { ageGroupOfMonth } from '@panel/domain/panelists/age-groups';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import type { Counter } from '../figures/snapshots.ts';
import { batchesById } from '../platform/database/batches.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { birthMonthIndex, birthMonthsOf } from '../profiling/birth-months.ts';
import { COUNTED_QUESTIONS } from '../sampling/questions.ts';

const BATCH = 5000;
/** A panelist who signed up within this time has joined lately. */
const JOINED_MS = 30 * DAY_MS;

export type PanelSizes = Partial<Record<PanelistStatus, { readonly size: number; readonly joined: number }>>;
/** People by an answer to the first question and one to the second, and how many answered both. */
export type Crossing = { readonly answered: number; readonly people: readonly (readonly number[])[] };

export const crossingName = (first: string, second: string, status: PanelistStatus): string =>
  `crossed:${first}:${second}:${status}`;

type Row = {
  readonly id: string;
  readonly status: PanelistStatus;
  readonly registeredAt: Date;
  readonly answers: Readonly<Record<string, unknown>> | null;
  readonly birthMonth: Buffer | null;
  readonly lsmGroup: number | null;
};

/** Everyone who had signed up by then, by id. */
const panelistsBefore = (db: Queries, before: Date): AsyncGenerator<Row[]> =>
  batchesById(BATCH, (last) =>
    db.many<Row>(sql`
      select p.id, p.status, p.registered_at as "registeredAt", c.answers, c.birth_month as "birthMonth",
        c.lsm_group as "lsmGroup"
      from (
        select id, status, registered_at from panelists
        where id > ${last} and registered_at < ${before} order by id limit ${BATCH}
      ) p
      -- Looked up one by one. A join that PostgreSQL plans for more people would read the whole panel for each batch.
      left join lateral (select * from profiles where panelist_id = p.id offset 0) c on true order by p.id`),
  );

/** The questions in order, each with the place of its first option among all options. */
const PLACES = (() => {
  let first = 0;
  return [...COUNTED_QUESTIONS.values()].map(({ id, options, allowsNone }) => {
    const codes = new Map(options.map(({ code }, index) => [code, index]));
    const place = { id, first, size: options.length, codes, allowsNone };
    first += options.length;
    return place;
  });
})();
const OPTIONS = PLACES.reduce((sum, { size }) => sum + size, 0);

/** The counts of one status: pairs of options, and pairs of questions that were both answered. */
const emptyTally = () => ({
  size: 0,
  joined: 0,
  people: new Uint32Array(OPTIONS * OPTIONS),
  answered: new Uint32Array(PLACES.length * PLACES.length),
});
type Tally = ReturnType<typeof emptyTally>;

function addPerson({ people, answered }: Tally, answers: Readonly<Record<string, unknown>>): void {
  const options: number[] = [];
  const questions: number[] = [];
  for (const [index, { id, first, codes, allowsNone }] of PLACES.entries()) {
    const answer = answers[id];
    const given = Array.isArray(answer) ? answer : [answer];
    const before = options.length;
    for (const code of given) {
      const option = typeof code === 'string' ? codes.get(code) : undefined;
      if (option !== undefined) options.push(first + option);
    }
    const isNone = Array.isArray(answer) && answer.length === 0 && allowsNone;
    if (options.length > before || isNone) questions.push(index);
  }
  // Options and questions are in order, so each pair is counted on one side of the table only.
  for (const [index, option] of options.entries())
    for (let other = index; other < options.length; other += 1) bump(people, option * OPTIONS + (options[other] ?? 0));
  for (const [index, question] of questions.entries())
    for (let other = index; other < questions.length; other += 1)
      bump(answered, question * PLACES.length + (questions[other] ?? 0));
}
function bump(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

const crossingsOf = (status: PanelistStatus, { people, answered }: Tally): [string, Crossing][] =>
  PLACES.flatMap((first, row) =>
    PLACES.slice(row).map((second, offset): [string, Crossing] => [
      crossingName(first.id, second.id, status),
      {
        answered: answered[row * PLACES.length + row + offset] ?? 0,
        people: Array.from({ length: first.size }, (_, option) => {
          const from = (first.first + option) * OPTIONS + second.first;
          return [...people.subarray(from, from + second.size)];
        }),
      },
    ]),
  );

export const countPanel =
  (vault: Vault): Counter =>
  async (tx, day) => {
    const ends = startOfDay(addDays(day, 1));
    const joinedSince = addMs(ends, -JOINED_MS);
    const groups = new Map(
      birthMonthsOf([0, 120], day).map((month) => [
        birthMonthIndex(vault, month).toString('hex'),
        ageGroupOfMonth(month, day),
      ]),
    );
    const tallies = new Map<PanelistStatus, Tally>();
    for await (const rows of panelistsBefore(tx, ends))
      for (const { status, registeredAt, answers, birthMonth, lsmGroup } of rows) {
        const tally = tallies.get(status) ?? emptyTally();
        tallies.set(status, tally);
        tally.size += 1;
        if (registeredAt >= joinedSince) tally.joined += 1;
        addPerson(tally, {
          ...answers,
          [AGE_QUOTA.id]: birthMonth && groups.get(birthMonth.toString('hex')),
          [LSM.id]: lsmGroup?.toString(),
        });
      }
    const sizes = Object.fromEntries([...tallies].map(([status, { size, joined }]) => [status, { size, joined }]));
    return {
      panel: sizes,
      ...Object.fromEntries([...tallies].flatMap(([status, tally]) => crossingsOf(status, tally))),
    };
  };
