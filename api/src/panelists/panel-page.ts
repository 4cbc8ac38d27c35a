import { addDays, addMonthsTo, lastDaysOfMonths, monthsUpTo, startOfDay } from '@panel/domain/calendar';
import type { CountedQuestion, PanelPageData } from '@panel/domain/console/panel-pages';
import { PANELIST_STATUSES, type PanelistStatus } from '@panel/domain/panelists/status';
import type { PageReader } from '../console/page-request.ts';
import { ACTIVE_DAYS } from '../figures/day-figures.ts';
import { readOrStoreCounts } from '../figures/panel-counts.ts';
import { type DailyFigure, figuresBetween, lastCountedDay, sumOf } from '../figures/rollups.ts';
import { type Database, type Statement, sql } from '../platform/database/database.ts';
import { hasOneAnswer, NONE_IS_ANSWER, QUESTIONS, SEALED_QUESTIONS } from '../sampling/questions.ts';

const MONTHS = 12;

export const readPanel: PageReader<'panel'> = async ({ deps, query, at }) => {
  const { database } = deps;
  const day = await lastCountedDay(database, at);
  const before = addDays(day, -30);
  const status = PANELIST_STATUSES.find((one) => one === query.get('status')) ?? 'approved';
  const [first, second] = [...QUESTIONS.keys()];
  const chosen = (name: string, standard: string | undefined) => choiceOf(query.get(name) ?? '', standard ?? '');
  const [question, row, column] = [chosen('question', first), chosen('row', first), chosen('column', second)];
  const growthDays = [...lastDaysOfMonths(day, MONTHS), day];
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
    // Counts every status, because a blocked panelist hasn't left.
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

async function compositionOf(
  database: Database,
  day: string,
  question: CountedQuestion,
  status: PanelistStatus,
): Promise<PanelPageData['composition']> {
  const rows = await readOrStoreCounts<{ code: string; people: number }>(
    database,
    day,
    `composition:${question.id}:${status}`,
    sql`
      select o.code, count(*)::int as people
      from unnest(${codesOf(question.id)}::text[]) as o (code)
      join profiles c on c.codes @> array[answer_code(${question.id}, o.code)]
      join panelists p on p.id = c.panelist_id and p.status = ${status}
      group by o.code`,
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
): Promise<PanelPageData['crossed']> {
  const counts = await readOrStoreCounts<{ rowCode: string; columnCode: string; people: number }>(
    database,
    day,
    `crossed:${row.id}:${column.id}:${status}`,
    sql`
      select r.code as "rowCode", k.code as "columnCode", count(*)::int as people
      from unnest(${codesOf(row.id)}::text[]) as r (code) cross join unnest(${codesOf(column.id)}::text[]) as k (code)
      join profiles c on c.codes @> array[answer_code(${row.id}, r.code), answer_code(${column.id}, k.code)]
      join panelists p on p.id = c.panelist_id and p.status = ${status}
      group by r.code, k.code`,
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

/** How many people answered both questions. If each takes one answer at most, the counts add up to it. */
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
    sql`
      select count(*)::int as people
      from profiles c join panelists p on p.id = c.panelist_id and p.status = ${status}
      where not exists (
        select from unnest(${[row.id, column.id]}::text[]) as q (id)
        where coalesce(c.answers -> q.id, 'null') = 'null'
          or c.answers -> q.id = '[]' and q.id <> all(${NONE_IS_ANSWER}::text[]))`,
  );
  return counted?.people ?? 0;
}

type CohortRow = Omit<PanelPageData['cohorts'][number], 'people' | 'active'>;

const NO_PROGRESS = { profiled: 0, completed: 0, withdrew: 0 };

/** How many of a month's sign-ups answered the second round, completed a survey and were paid. */
const cohortProgressStatement = (from: Date, to: Date): Statement =>
  sql`
    select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month,
      count(*) filter (
        where exists (select from submissions s where s.panelist_id = p.id and s.questionnaire = 'second-round'))::int as profiled,
      count(*) filter (where exists (select from rewards r where r.wallet_id = w.id))::int as completed,
      count(*) filter (where exists (select from withdrawals d where d.wallet_id = w.id and d.state = 'paid'))::int as withdrew
    from panelists p join wallets w on w.panelist_id = p.id
    where p.registered_at >= ${from} and p.registered_at < ${to} group by 1`;

/** How many of a month's sign-ups were active in each later month. */
const cohortActivityStatement = (from: Date): Statement =>
  sql`
    select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month, a.month as "activeIn", count(*)::int as people
    from panelists p
    join (
      select s.panelist_id, to_char(s.submitted_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month
      from submissions s where s.submitted_at >= ${from}
      union
      select s.panelist_id, to_char(s.created_at at time zone 'Africa/Johannesburg', 'YYYY-MM')
      from survey_sessions s where s.created_at >= ${from} and s.panelist_id is not null
      union
      select w.panelist_id, to_char(d.requested_at at time zone 'Africa/Johannesburg', 'YYYY-MM')
      from withdrawals d join wallets w on w.id = d.wallet_id where d.requested_at >= ${from} and w.panelist_id is not null
    ) a on a.panelist_id = p.id
    where p.registered_at >= ${from} group by 1, 2`;

/** The sign-up months of a year, newest first. */
async function cohortsOf(
  database: Database,
  day: string,
  months: readonly string[],
  signUps: readonly DailyFigure[],
): Promise<PanelPageData['cohorts']> {
  const [from, to] = [startOfDay(`${months[0]}-01`), startOfDay(addDays(day, 1))];
  const reached = await readOrStoreCounts<CohortRow>(database, day, 'cohorts', cohortProgressStatement(from, to));
  const activity = await readOrStoreCounts<{ month: string; activeIn: string; people: number }>(
    database,
    day,
    'cohort-activity',
    cohortActivityStatement(from),
  );
  const activeIn = (month: string, later: string) =>
    activity.find((one) => one.month === month && one.activeIn === later)?.people ?? 0;
  return months.toReversed().map((month) => {
    const { profiled, completed, withdrew } = reached.find((one) => one.month === month) ?? NO_PROGRESS;
    const people = sumOf(signUps, (one) => one.day.startsWith(month));
    const active: number[] = [];
    for (let later = addMonthsTo(month, 1); later <= day.slice(0, 7); later = addMonthsTo(later, 1))
      active.push(activeIn(month, later));
    return { month, people, profiled, completed, withdrew, active };
  });
}
