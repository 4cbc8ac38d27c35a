/** The progress of a research task, hour by hour. */
import { DROPPED_AFTER_MS, type TaskFigure } from '@panel/domain/console/sample-page';
import { type Queries, sql } from '../platform/database/database.ts';

export type HourlyFigure = { readonly hour: Date; readonly figure: TaskFigure; readonly people: number };

export const hourlyFigures = (db: Queries, task: string, at: Date): Promise<HourlyFigure[]> =>
  db.many<HourlyFigure>(sql`
    select date_trunc('hour', e.at) as hour, e.figure, count(*)::int as people
    from task_invitations i
    left join messages m on m.kind = 'task' and m.subject = i.id::text
    left join messages r on r.kind = 'task-reminder' and r.subject = i.id::text
    cross join lateral (values
      ('sent', case when m.state = 'sent' then m.sent_at end),
      ('left-out', case when m.state = 'dropped' then m.created_at end),
      ('reminded', case when r.state = 'sent' then r.sent_at end),
      ('opened', i.opened_at),
      ('finished', i.finished_at),
      ('dropped', case when i.finished_at is null then i.opened_at + ${DROPPED_AFTER_MS} * interval '1 millisecond' end)
    ) as e (figure, at)
    where i.task = ${task} and e.at <= ${at}
    group by 1, 2 order by 1`);

export const countOpenedBefore = (db: Queries, task: string, at: Date): Promise<number> =>
  db.value(sql`
    select count(*)::int from task_invitations where task = ${task} and opened_at < ${at}`);
