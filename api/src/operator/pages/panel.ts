import { addDays, addMonthsTo, monthEnds, monthsUpTo, startOfDay } from '@panel/domain/calendar';
import type { CountedQuestion, PanelPage } from '@panel/domain/console/panel-pages';
import { PANELIST_STATUSES, type PanelistStatus } from '@panel/domain/panelists/status';
import { ALLOW_FULL_SCANS, type Database, type Queries, type Statement, sql } from '../../platform/database.ts';
import { hasOneAnswer, NONE_IS_ANSWER, QUESTIONS, SEALED_QUESTIONS } from '../questions.ts';
import { type Figure, figuresBetween, lastCountedDay, sumOf } from '../rollups.ts';
import type { PageReader } from './request.ts';

const MONTHS = 12;
const ACTIVE_DAYS = [7, 30, 90, 365] as const;

export const readPanel: PageReader<'panel'> = async ({ deps, query, at }) => {
  const { database } = deps;
  const day = await lastCountedDay(database, at);
  const before = addDays(day, -30);
  const status = PANELIST_STATUSES.find((one) => one === query.get('status')) ?? 'approved';
  const [first, second] = [...QUESTIONS.keys()];
  const chosen = (name: string, standard: string | undefined) => choiceOf(query.get(name) ?? '', standard ?? '');
  const [question, row, column] = [chosen('question', first), chosen('row', first), chosen('column', second)];
  const growthDays = [...monthEnds(day, MONTHS), day];
  const months = monthsUpTo(day.slice(0, 7), MONTHS);
  const signUps = await figuresBetween(database, ['sign-ups'], `${months[0]}-01`, day);
  const [sizes, composition, crossed, cohorts] = await Promise.all([
    figuresBetween(database, ['size', 'active'], growthDays[0] as string, day),
    compositionOf(database, day, question, status),
    crossedOf(database, day, [row, column], status),
    cohortsOf(database, day, months, signUps),
  ]);
  const figure = (name: string, key: string, on: string) =>
    sumOf(sizes, (one) => one.figure === name && one.key === key && one.day === on);
  const isCountedAsActive = status === 'approved';
  const activeOn = (days: number, on: string) => (isCountedAsActive ? figure('active', String(days), on) : null);
  const registeredOn = (on: string) => sumOf(sizes, (one) => one.figure === 'size' && one.day === on);
  const joinedIn30Days = sumOf(signUps, (one) => one.day > before);
  return {
    countedOn: day,
    status,
    size: figure('size', status, day),
    sizeBefore30Days: figure('size', status, before),
    joinedIn30Days,
    // Of every status: somebody who was blocked has not left.
    leftIn30Days: Math.max(0, registeredOn(before) + joinedIn30Days - registeredOn(day)),
    active: isCountedAsActive ? ACTIVE_DAYS.map((days) => ({ days, people: figure('active', String(days), day) })) : [],
    growth: growthDays.map((on) => ({
      day: on,
      size: figure('size', status, on),
      activeIn90Days: activeOn(90, on),
      activeIn30Days: activeOn(30, on),
      activeIn7Days: activeOn(7, on),
    })),
    questions: [...QUESTIONS.values()].map(({ id, label }) => ({ id, label })),
    sealed: SEALED_QUESTIONS.map(({ label }) => label),
    composition,
    crossed,
    cohorts,
  };
};

function choiceOf(wanted: string, standard: string): CountedQuestion {
  const { id = '', label = '' } = QUESTIONS.get(wanted) ?? QUESTIONS.get(standard) ?? {};
  return { id, label, hasOneAnswer: hasOneAnswer(id) };
}
const optionsOf = (id: string) => QUESTIONS.get(id)?.options ?? [];
const codesOf = (id: string) => optionsOf(id).map(({ code }) => code);

/** Counts once a day and stores the counts: each reads the answers of the whole panel. */
async function readOrStoreCounts<Row>(
  database: Database,
  day: string,
  name: string,
  statement: Statement,
): Promise<Row[]> {
  const known = await storedCounts<Row>(database, day, name);
  if (known) return known;
  return database.transaction(async (tx) => {
    await tx.many(ALLOW_FULL_SCANS);
    const rows = await tx.many<Row>(statement);
    await tx.many(sql`
      insert into panel_counts (day, name, counts) values (${day}, ${name}, ${JSON.stringify(rows)})
      on conflict (day, name) do nothing`);
    return rows;
  });
}
const storedCounts = async <Row>(db: Queries, day: string, name: string): Promise<Row[] | undefined> =>
  (await db.one<{ counts: Row[] }>(sql`select counts from panel_counts where day = ${day} and name = ${name}`))?.counts;

async function compositionOf(
  database: Database,
  day: string,
  question: CountedQuestion,
  status: PanelistStatus,
): Promise<PanelPage['composition']> {
  const rows = await readOrStoreCounts<{ code: string; people: number }>(
    database,
    day,
    `composition:${question.id}:${status}`,
    sql`select code, people from answer_counts(${question.id}, ${codesOf(question.id)}::text[], ${status})`,
  );
  const answers = optionsOf(question.id).map(({ code, label }) => ({
    label,
    people: rows.find((row) => row.code === code)?.people ?? 0,
  }));
  const answered = await answeredBoth(database, day, [question, question], status, answers);
  return { ...question, answered, answers };
}

async function crossedOf(
  database: Database,
  day: string,
  [row, column]: readonly [CountedQuestion, CountedQuestion],
  status: PanelistStatus,
): Promise<PanelPage['crossed']> {
  const counts = await readOrStoreCounts<{ rowCode: string; columnCode: string; people: number }>(
    database,
    day,
    `crossed:${row.id}:${column.id}:${status}`,
    sql`
      select row_code as "rowCode", column_code as "columnCode", people
      from crossed_answer_counts(${row.id}, ${codesOf(row.id)}::text[], ${column.id}, ${codesOf(column.id)}::text[], ${status})`,
  );
  const people = new Map(counts.map((one) => [`${one.rowCode} ${one.columnCode}`, one.people]));
  const columns = optionsOf(column.id);
  return {
    row,
    column,
    answered: await answeredBoth(database, day, [row, column], status, counts),
    columns: columns.map(({ label }) => label),
    rows: optionsOf(row.id).map(({ code, label }) => ({
      label,
      people: columns.map((other) => people.get(`${code} ${other.code}`) ?? 0),
    })),
  };
}

/** How many people answered both questions. Where each gives one answer at most, the counts of the answers add up to it. */
async function answeredBoth(
  database: Database,
  day: string,
  [row, column]: readonly [CountedQuestion, CountedQuestion],
  status: PanelistStatus,
  counts: readonly { readonly people: number }[],
): Promise<number> {
  if (row.hasOneAnswer && column.hasOneAnswer) return counts.reduce((sum, { people }) => sum + people, 0);
  const [counted] = await readOrStoreCounts<{ people: number }>(
    database,
    day,
    `answered:${row.id}:${column.id}:${status}`,
    sql`select people from answered_both(${row.id}, ${column.id}, ${NONE_IS_ANSWER}::text[], ${status})`,
  );
  return counted?.people ?? 0;
}

type CohortRow = Omit<PanelPage['cohorts'][number], 'people' | 'active'>;

const NOBODY = { profiled: 0, completed: 0, withdrew: 0 };

/** The sign-up months of a year, the newest first. */
async function cohortsOf(
  database: Database,
  day: string,
  months: readonly string[],
  signUps: readonly Figure[],
): Promise<PanelPage['cohorts']> {
  const [from, to] = [startOfDay(`${months[0]}-01`), startOfDay(addDays(day, 1))];
  const reached = await readOrStoreCounts<CohortRow>(
    database,
    day,
    'cohorts',
    sql`select month, profiled, completed, withdrew from signup_cohorts(${from}, ${to})`,
  );
  const activity = await readOrStoreCounts<{ month: string; activeIn: string; people: number }>(
    database,
    day,
    'cohort-activity',
    sql`select month, active_in as "activeIn", people from cohort_activity(${from})`,
  );
  const activeIn = (month: string, later: string) =>
    activity.find((one) => one.month === month && one.activeIn === later)?.people ?? 0;
  return months.toReversed().map((month) => {
    const { profiled, completed, withdrew } = reached.find((one) => one.month === month) ?? NOBODY;
    const people = sumOf(signUps, (one) => one.day.startsWith(month));
    const active: number[] = [];
    for (let later = addMonthsTo(month, 1); later <= day.slice(0, 7); later = addMonthsTo(later, 1))
      active.push(activeIn(month, later));
    return { month, people, profiled, completed, withdrew, active };
  });
}
