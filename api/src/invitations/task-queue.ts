/** Queues the messages of research tasks: the invitations, in one part or two, and the reminders. */
import { placeTime, type SendingHours } from '@panel/domain/console/sends';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

type QueueDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };

/** `first` is the place that the sending starts at, `until` the one that a soft launch ends before. */
type Queueing = {
  readonly name: string;
  readonly isReminder: boolean;
  readonly startAt: Date;
  readonly next: number;
  readonly first: number;
  readonly until: number | null;
};
type Place = { readonly id: string; readonly panelistId: string; readonly position: number };

/** Queues a batch of messages for the most overdue task. Returns the number of messages queued. */
export const queueTaskMessages = ({ config, database, clock }: QueueDependencies, limit = 500): Promise<number> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const task = await tx.one<Queueing>(sql`
      select name, remind_at is not null as "isReminder", coalesce(remind_at, continue_at, send_at) as "startAt", next_position as next,
        case when remind_at is null and continue_at is not null then soft_people else 0 end as first,
        case when continue_at is null then soft_people end as until
      from tasks where next_position is not null and coalesce(remind_at, continue_at, send_at) <= ${at}
      order by coalesce(remind_at, continue_at, send_at) limit 1 for no key update skip locked`);
    if (!task) return 0;
    const { name, isReminder, startAt, next, first, until } = task;
    const places = await tx.many<Place>(sql`
      select id, panelist_id as "panelistId", position from task_invitations i
      where i.task = ${name} and i.position >= ${next} and (${until}::integer is null or i.position < ${until})
        and (not ${isReminder}::boolean or (i.opened_at is null and exists (
        select from messages m where m.kind = 'task' and m.subject = i.id::text and m.state = 'sent')))
      order by i.position limit ${limit}`);
    const messages = places.map(({ id, panelistId, position }) => ({
      kind: isReminder ? ('task-reminder' as const) : ('task' as const),
      subject: id,
      panelistId,
      sendAt: placeTime(config.sendingHours, startAt, position - first),
    }));
    if (messages.length > 0) await tx.many(insertMessagesStatement(messages, at));
    const after = places.length < limit ? null : (places.at(-1)?.position ?? 0) + 1;
    await tx.many(sql`update tasks set next_position = ${after} where name = ${name}`);
    return messages.length;
  });
