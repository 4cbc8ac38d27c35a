/** The Panel page. Every figure is of one moment: the nightly snapshot and the daily figures of the same day. */
import { addDays, addMonthsTo, lastDaysOfMonths, monthsUpTo } from '@panel/domain/calendar';
import type { CountedQuestion, PanelPageData } from '@panel/domain/console/panel-pages';
import { AGE_QUOTA } from '@panel/domain/console/quotas';
import { PANELIST_STATUSES, type PanelistStatus } from '@panel/domain/panelists/status';
import { definePage, type PageRequest } from '../console/page.ts';
import { ACTIVE_DAYS } from '../figures/day-figures.ts';
import { type DailyFigure, figuresBetween, sumOf } from '../figures/rollups.ts';
import { readCounts, snapshotDay } from '../figures/snapshots.ts';
import type { Database } from '../platform/database/database.ts';
import { COUNTED_QUESTIONS, countedOptions, SEALED_LABELS } from '../sampling/questions.ts';
import { COHORT_MONTHS, type CohortActivity, type CohortProgress } from './count-cohorts.ts';
import { type Crossing, crossingName, type PanelSizes } from './count-panel.ts';

const [FIRST_QUESTION = AGE_QUOTA.id] = COUNTED_QUESTIONS.keys();

const readPanel = async ({ deps, query, at }: PageRequest): Promise<PanelPageData> => {
  const { database } = deps;
  const day = await snapshotDay(database, at);
  const before = addDays(day, -30);
  const status = PANELIST_STATUSES.find((one) => one === query.get('status')) ?? 'approved';
  const chosen = (name: string, standard: string) => choiceOf(query.get(name) ?? '', standard);
  const [question, row, column] = [
    chosen('question', FIRST_QUESTION),
    chosen('row', 'province'),
    chosen('column', AGE_QUOTA.id),
  ];
  const growthDays = [...lastDaysOfMonths(day, COHORT_MONTHS), day];
  const months = monthsUpTo(day.slice(0, 7), COHORT_MONTHS);
  const [counted, signUps, sizes, composition, crossed] = await Promise.all([
    readCounts<PanelSizes>(database, day, 'panel'),
    figuresBetween(database, ['sign-ups'], `${months[0]}-01`, day),
    figuresBetween(database, ['size', 'active'], growthDays[0] ?? day, day),
    compositionOf(database, day, question, status),
    crossedOf(database, day, [row, column], status),
  ]);
  const figure = (name: string, detail: string, on: string) =>
    sumOf(sizes, (one) => one.figure === name && one.detail === detail && one.day === on);
  const { size, joined } = counted?.[status] ?? { size: 0, joined: 0 };
  const sizeOn = (on: string) => (on === day ? size : figure('size', status, on));
  const isCountedAsActive = status === 'approved';
  const activeOn = (days: number, on: string) => (isCountedAsActive ? figure('active', String(days), on) : null);
  return {
    countedOn: day,
    status,
    size,
    sizeBefore30Days: sizeOn(before),
    joinedIn30Days: joined,
    active: isCountedAsActive ? ACTIVE_DAYS.map((days) => ({ days, people: figure('active', String(days), day) })) : [],
    growth: growthDays.map((on) => ({
      day: on,
      size: sizeOn(on),
      activeIn90Days: activeOn(90, on),
      activeIn30Days: activeOn(30, on),
      activeIn7Days: activeOn(7, on),
    })),
    questions: [...COUNTED_QUESTIONS.values()].map(({ id, label }) => ({ id, label })),
    sealed: SEALED_LABELS,
    composition,
    crossed,
    cohorts: await cohortsOf(database, day, months, signUps),
  };
};

export const panelPage = definePage('panel', {
  read: readPanel,
  tables: {
    growth: ({ growth }) => growth,
    composition: ({ composition: { answers, answered } }) => answers.map((answer) => ({ ...answer, answered })),
    crossed: ({ crossed }) =>
      crossed.rows.flatMap(({ label, people }) =>
        crossed.columns.map((column, index) => ({
          row: label,
          column,
          people: people[index] ?? 0,
          answered: crossed.answered,
        })),
      ),
    cohorts: ({ cohorts }) =>
      cohorts.flatMap(({ active, ...cohort }) =>
        [...active.keys(), null].map((index) => ({
          ...cohort,
          monthsAfter: index === null ? 0 : index + 1,
          active: index === null ? cohort.people : (active[index] ?? 0),
        })),
      ),
  },
});

function choiceOf(wanted: string, standard: string): CountedQuestion {
  const {
    id = '',
    label = '',
    hasOneAnswer = true,
  } = COUNTED_QUESTIONS.get(wanted) ?? COUNTED_QUESTIONS.get(standard) ?? {};
  return { id, label, hasOneAnswer };
}

/** Each pair of questions is stored once, in the order of the questions. */
async function crossingOf(
  database: Database,
  day: string,
  row: string,
  column: string,
  status: PanelistStatus,
): Promise<Crossing> {
  const ids = [...COUNTED_QUESTIONS.keys()];
  const isTurned = ids.indexOf(row) > ids.indexOf(column);
  const [first, second] = isTurned ? [column, row] : [row, column];
  const stored = await readCounts<Crossing>(database, day, crossingName(first, second, status));
  const countOf = (one: number, other: number) => stored?.people[one]?.[other] ?? 0;
  const isWithItself = row === column;
  return {
    answered: stored?.answered ?? 0,
    people: countedOptions(row).map((_, one) =>
      countedOptions(column).map((__, other) => {
        if (isTurned) return countOf(other, one);
        return isWithItself && one !== other ? countOf(one, other) + countOf(other, one) : countOf(one, other);
      }),
    ),
  };
}

async function compositionOf(
  database: Database,
  day: string,
  question: CountedQuestion,
  status: PanelistStatus,
): Promise<PanelPageData['composition']> {
  const { answered, people } = await crossingOf(database, day, question.id, question.id, status);
  const answers = countedOptions(question.id).map(({ label }, index) => ({
    label,
    people: people[index]?.[index] ?? 0,
  }));
  return { ...question, answered, answers };
}

async function crossedOf(
  database: Database,
  day: string,
  [row, column]: readonly [CountedQuestion, CountedQuestion],
  status: PanelistStatus,
): Promise<PanelPageData['crossed']> {
  const { answered, people } = await crossingOf(database, day, row.id, column.id, status);
  return {
    row,
    column,
    answered,
    columns: countedOptions(column.id).map(({ label }) => label),
    rows: countedOptions(row.id).map(({ label }, index) => ({ label, people: [...(people[index] ?? [])] })),
  };
}

const NO_PROGRESS = { profiled: 0, completed: 0, withdrew: 0 };

/** The sign-up months of a year, newest first. */
async function cohortsOf(
  database: Database,
  day: string,
  months: readonly string[],
  signUps: readonly DailyFigure[],
): Promise<PanelPageData['cohorts']> {
  const [reached = [], activity = []] = await Promise.all([
    readCounts<CohortProgress[]>(database, day, 'cohorts'),
    readCounts<CohortActivity[]>(database, day, 'cohort-activity'),
  ]);
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
