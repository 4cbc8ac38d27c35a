/** Queues the messages of research tasks: the invitations, in one part or two, and the reminders. */
import { placeTime, type SendingHours } from '@panel/domain/console/sends';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { doEach, ItemsFailed, isNotSetAside, processItems, withoutSetAside } from '../platform/failed-items.ts';

type QueueDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };

const START = sql`coalesce(remind_at, continue_at, send_at)`;

const TASKS_AT_ONCE = 10;

/** Queues a batch of messages for each task that is due. Returns the number of messages queued. */
export function queueTaskMessages({ config, database, clock }: QueueDependencies, limit = 500): Promise<number> {
  const at = clock.now();
  const queueMessages = (find: () => Promise<readonly string[]>) =>
    processItems(database, at, {
      job: 'task-invitations',
      find,
      process: (items) => database.transaction((tx) => queue(tx, config.sendingHours, items, at)),
    });
  const failures: unknown[] = [];
  async function queueTask(name: string): Promise<number> {
    const batch = await nextBatch(database, name, at, limit);
    if (!batch) return 0;
    try {
      const queued = await queueMessages(() => withoutSetAside(database, 'task-invitations', batch.items, at));
      await database.run(sql`
        update tasks set next_position = ${batch.after} where name = ${name} and next_position = ${batch.next}`);
      return queued;
    } catch (error) {
      if (!(error instanceof ItemsFailed)) throw error;
      // The next round goes on without those that were set aside.
      failures.push(...error.errors);
      return 0;
    }
  }
  return doEach([
    () => queueMessages(async () => []),
    () =>
      processItems(database, at, {
        job: 'tasks',
        oneByOne: true,
        find: () =>
          database.column(sql`
            select name from tasks
            where next_position is not null and ${START} <= ${at} and ${isNotSetAside('tasks', sql`name`, at)}
            order by ${START} limit ${TASKS_AT_ONCE}`),
        process: ([name = '']) => queueTask(name),
      }),
    async () => {
      if (failures.length > 0) throw new ItemsFailed(failures, 'Invitations were set aside.');
      return 0;
    },
  ]);
}

/** The next invitations of a task, by kind and id, and where those after them begin; null if these are the last. */
type Batch = { readonly items: readonly string[]; readonly next: number; readonly after: number | null };

/** Undefined if the task isn't due any more. Of a soft launch's task only those that it invites. */
async function nextBatch(db: Queries, name: string, at: Date, limit: number): Promise<Batch | undefined> {
  const task = await db.one<{ isReminder: boolean; next: number; until: number | null }>(sql`
    select remind_at is not null as "isReminder", next_position as next, case when continue_at is null then soft_people end as until
    from tasks where name = ${name} and next_position is not null and ${START} <= ${at}`);
  if (!task) return undefined;
  const { isReminder, next, until } = task;
  const places = await db.many<{ id: string; position: number }>(sql`
    select id, position from task_invitations i
    where i.task = ${name} and i.position >= ${next} and (${until}::integer is null or i.position < ${until})
      and (not ${isReminder}::boolean or (i.opened_at is null and exists (
      select from messages m where m.kind = 'task' and m.subject = i.id::text and m.state = 'sent')))
    order by i.position limit ${limit}`);
  return {
    items: places.map(({ id }) => `${isReminder ? 'task-reminder' : 'task'} ${id}`),
    next,
    after: places.length < limit ? null : (places.at(-1)?.position ?? 0) + 1,
  };
}

/** Queues each invitation or reminder once, unless its task was stopped. `first` is the place that the sending starts at. */
async function queue(tx: Tx, hours: SendingHours, items: readonly string[], at: Date): Promise<number> {
  const kinds = new Map(
    items.map((item) => {
      const [kind, id = ''] = item.split(' ');
      return [id, kind === 'task-reminder' ? ('task-reminder' as const) : ('task' as const)];
    }),
  );
  const places = await tx.many<{ id: string; panelistId: string; place: number; startAt: Date }>(sql`
    select i.id, i.panelist_id as "panelistId", ${START} as "startAt",
      i.position - case when remind_at is null and continue_at is not null then soft_people else 0 end as place
    from task_invitations i join tasks t on t.name = i.task
    where i.id = any(${[...kinds.keys()]}::uuid[]) and stopped_at is null order by i.position
    for no key update of t`);
  const messages = places.map(({ id, panelistId, place, startAt }) => {
    const sendAt = placeTime(hours, startAt, place);
    return { kind: kinds.get(id) ?? ('task' as const), subject: id, panelistId, sendAt: sendAt < at ? at : sendAt };
  });
  if (messages.length > 0) await tx.run(insertMessagesStatement(messages, at));
  return messages.length;
}
