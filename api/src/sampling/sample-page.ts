import { startOfDay } from '@panel/domain/calendar';
import { softPeople } from '@panel/domain/console/quotas';
import { type SamplePageData, TASK_FIGURES, type TaskProgress } from '@panel/domain/console/sample-page';
import { nextSend, taskState } from '@panel/domain/console/task-sends';
import { HOUR_MS } from '@panel/domain/durations';
import { definePage, type PageRequest } from '../console/page.ts';
import { countOpenedBefore, type HourlyFigure, hourlyFigures } from '../invitations/task-progress.ts';
import {
  type CountedTask,
  countTasks,
  recentFinishShare,
  type TaskDependencies,
  taskNames,
} from '../invitations/tasks.ts';
import { QUESTIONS } from './questions.ts';
import { cellsOf, gridOf } from './quota.ts';
import { readRules } from './rules.ts';
import { savedSamples } from './saved-samples.ts';
import { countByStep, parseSample, type SamplingDependencies } from './selection.ts';

const SHOWN_TASKS = 20;
/** More than operators draw in years. */
const NAMED_TASKS = 1000;

const readSample = async ({ deps, query, at }: PageRequest<SamplingDependencies>): Promise<SamplePageData> => {
  const { database, config } = deps;
  const sample = await parseSample(deps, query, at);
  const [names, usual, { counts, narrowing }] = await Promise.all([
    taskNames(database, NAMED_TASKS),
    recentFinishShare(database, at),
    countByStep(deps, sample),
  ]);
  const { quota, finishedWanted } = sample;
  const cells = cellsOf(quota, finishedWanted ?? 0, sample.finishShare ?? usual ?? 1, counts?.cells ?? new Map());
  const draw = { everyone: 0, soft: 0 };
  for (const { needed, available } of cells.values()) {
    const invited = Math.min(needed, available);
    draw.everyone += invited;
    draw.soft += softPeople(invited);
  }
  const [tasks, task, saved] = await Promise.all([
    countTasks(database, names.slice(0, SHOWN_TASKS)),
    readTask(deps, query.get('task') ?? '', at),
    savedSamples(deps, at),
  ]);
  return {
    at: at.toISOString(),
    questions: [...QUESTIONS.values()].map(({ id, label, hasOneAnswer, options }) => ({
      id,
      label,
      hasOneAnswer,
      options: options.map((option) => ({ code: option.code, label: option.label })),
    })),
    tasks: tasks.map((each) => ({
      task: each.name,
      createdAt: each.createdAt.toISOString(),
      state: taskState(each, at),
      drawn: each.drawn,
      sent: each.sent,
      opened: each.opened,
      finished: each.finished,
    })),
    taskNames: names,
    saved,
    narrowing,
    finishShare: usual,
    draw,
    quota: quota && gridOf(quota, cells),
    studyOrigins: [...config.studies.origins],
    contactsPerWeek: config.contactsPerWeek,
    sendingHours: config.sendingHours,
    canTest: config.testDevices.length > 0,
    task,
  };
};

export const samplePage = definePage('sample', {
  read: readSample,
  tables: {
    narrowing: ({ narrowing }) => narrowing,
    quota: ({ quota }) =>
      quota?.rows.flatMap(({ label, cells }) =>
        cells.map((cell, index) => ({ row: label, column: quota.columns[index]?.label ?? '', ...cell })),
      ) ?? [],
    tasks: ({ tasks }) => tasks,
    task: ({ task }) => task?.progress ?? [],
  },
});

/** A task's progress so far; null if no task has this name. */
export async function readTask(deps: TaskDependencies, name: string, at: Date): Promise<TaskProgress | null> {
  const [task] = await countTasks(deps.database, [name]);
  return task ? progressOf(deps, task, at) : null;
}

async function progressOf(deps: TaskDependencies, task: CountedTask, at: Date): Promise<TaskProgress> {
  const { database: db } = deps;
  const { remindAt } = task;
  const progress = runningTotals(await hourlyFigures(db, task.name, at), at);
  const { at: _, ...figures } = progress.at(-1) ?? { at: '', ...NONE };
  return {
    task: task.name,
    state: taskState(task, at),
    seed: task.seed,
    text: task.text,
    rules: await readRules(deps, task.selection, at),
    query: task.selection,
    softPeople: task.softPeople,
    continueAt: task.continueAt?.toISOString() ?? null,
    sendAt: task.sendAt?.toISOString() ?? null,
    remindAt: remindAt?.toISOString() ?? null,
    drawn: task.drawn,
    nextSend: nextSend(task, at),
    figures,
    openedBeforeReminder: remindAt && remindAt <= at ? await countOpenedBefore(db, task.name, remindAt) : null,
    progress,
  };
}

const NONE = Object.fromEntries(TASK_FIGURES.map((figure) => [figure, 0])) as TaskProgress['figures'];
/** With more points than this, each covers six hours, or else a day. */
const MAX_POINTS = 72;
/** Steps begin at midnight in South Africa. */
const MIDNIGHT_MS = startOfDay('1970-01-02').getTime();

/** A point's time is the end of its step. */
function runningTotals(rows: readonly HourlyFigure[], at: Date): TaskProgress['progress'] {
  const [first, last] = [rows[0]?.hour.getTime() ?? 0, rows.at(-1)?.hour.getTime() ?? 0];
  const stepMs = HOUR_MS * ([1, 6].find((hours) => (last - first) / (hours * HOUR_MS) <= MAX_POINTS) ?? 24);
  const points = new Map<number, TaskProgress['figures']>();
  let totals = NONE;
  for (const { hour, figure, people } of rows) {
    totals = { ...totals, [figure]: totals[figure] + people };
    const steps = Math.floor((hour.getTime() - MIDNIGHT_MS) / stepMs) + 1;
    points.set(Math.min(MIDNIGHT_MS + steps * stepMs, at.getTime()), totals);
  }
  return [...points].map(([time, figures]) => ({ at: new Date(time).toISOString(), ...figures }));
}
