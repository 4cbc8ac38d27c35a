import type { SamplePage, TaskProgress } from '@panel/domain/console/panel-pages';
import { type Queries, sql } from '../../platform/database.ts';
import { QUESTIONS } from '../questions.ts';
import { parseFilters, selectSample } from '../selection.ts';
import type { PageReader } from './request.ts';

const SHOWN_TASKS = 50;

export const readSample: PageReader<'sample'> = async ({ deps, query, at }): Promise<SamplePage> => {
  const { database } = deps;
  const tasks = (await database.many<{ name: string }>(sql`select name from task_names(${SHOWN_TASKS})`)).map(
    ({ name }) => name,
  );
  const { narrowing } = await selectSample(deps, parseFilters(query), at);
  const task = tasks.find((name) => name === query.get('task'));
  return {
    at: at.toISOString(),
    questions: [...QUESTIONS.values()].map(({ id, label, options }) => ({
      id,
      label,
      options: options.map((option) => ({ code: option.code, label: option.label })),
    })),
    tasks,
    narrowing: [...narrowing],
    // No task says yet who has finished it.
    finishShare: null,
    quota: null,
    task: task ? await progressOf(database, task) : null,
  };
};

/** Whether an invitation was opened is not known to us. */
async function progressOf(db: Queries, task: string): Promise<TaskProgress | null> {
  const rows = await db.many<{ hour: Date; sent: number; dropped: number; waiting: number }>(sql`
    select hour, sent, dropped, waiting from task_progress(${task})`);
  const [first] = rows;
  if (!first) return null;
  let [delivered, dropped, waiting] = [0, 0, 0];
  const progress = rows.map((row) => {
    delivered += row.sent;
    dropped += row.dropped;
    waiting += row.waiting;
    return { at: row.hour.toISOString(), delivered, opened: null, dropped };
  });
  return {
    task,
    sentAt: first.hour.toISOString(),
    remindedAt: null,
    reminded: 0,
    sent: delivered + dropped + waiting,
    delivered,
    opened: null,
    dropped,
    progress,
  };
}
