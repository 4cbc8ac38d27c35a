/** Research tasks: a sample of the panel is drawn, invited with individual links, and reminded once. */
import { randomUUID } from 'node:crypto';
import { placeTime, type SendingHours, withLink } from '@panel/domain/console/sends';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { taskLink } from '@panel/domain/paths';
import { contactableDid } from '../identity/contactable.ts';
import type { Compose } from '../messages/delivery.ts';
import { countContacts, insertMessagesStatement } from '../messages/outbox.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Vault } from '../platform/security/vault.ts';
import { taskPseudonym, tokenDigest, tokenOf } from './links.ts';

export type TaskDependencies = Dependencies & { readonly config: { readonly contactsPerWeek: number } };
type QueueDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };

export const WEEK_MS = 7 * DAY_MS;
/** Most panelists who finish a study do so in the first days. */
const SETTLED_AFTER_MS = 3 * DAY_MS;

export type Task = {
  readonly name: string;
  readonly text: string | null;
  readonly studyUrl: string | null;
  readonly seed: number | null;
  readonly quota: unknown;
  readonly createdAt: Date;
  readonly sendAt: Date | null;
  readonly reminderText: string | null;
  readonly remindAt: Date | null;
  readonly stoppedAt: Date | null;
  /** Whether there are still messages to queue. */
  readonly isQueueing: boolean;
};

type NewTask = {
  readonly name: string;
  readonly studyUrl: string;
  readonly selection: string;
  readonly seed: number;
  readonly quota: object | null;
};

/** Returns false if a task with this name exists. */
export const insertTask = async (
  tx: Tx,
  { name, studyUrl, selection, seed, quota }: NewTask,
  at: Date,
): Promise<boolean> =>
  (await tx.one(sql`
    insert into tasks (name, study_url, selection, seed, quota, created_at)
    values (${name}, ${studyUrl}, ${selection}, ${seed}, ${quota && JSON.stringify(quota)}, ${at})
    on conflict (name) do nothing returning name`)) !== undefined;

/** Stores the panelists drawn, in the order of the draw. */
export const insertInvitations = (
  tx: Tx,
  vault: Vault,
  pseudonymKey: Buffer,
  task: string,
  panelistIds: readonly string[],
) =>
  tx.many(sql`
    insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym)
    select id, ${task}, panelist_id, position - 1, token_digest, pseudonym
    from unnest(
      ${panelistIds.map(() => randomUUID())}::uuid[],
      ${panelistIds}::uuid[],
      ${panelistIds.map((id) => tokenDigest(tokenOf(vault, task, id)))}::bytea[],
      ${panelistIds.map((id) => taskPseudonym(pseudonymKey, task, id))}::text[]
    ) with ordinality as i (id, panelist_id, token_digest, pseudonym, position)`);

export const lockTask = (tx: Tx, name: string): Promise<Task | undefined> =>
  tx.one<Task>(sql`
    select name, text, study_url as "studyUrl", seed, quota, created_at as "createdAt", send_at as "sendAt",
      reminder_text as "reminderText", remind_at as "remindAt", stopped_at as "stoppedAt", next_position is not null as "isQueueing"
    from tasks where name = ${name} for no key update`);

export const isTask = async (db: Queries, name: string): Promise<boolean> =>
  (await db.one(sql`select from tasks where name = ${name}`)) !== undefined;

export type CountedTask = Task & {
  readonly drawn: number;
  readonly opened: number;
  readonly finished: number;
  readonly isBeingSent: boolean;
};

/** The names of the latest tasks, newest first. */
export const taskNames = async (db: Queries, limit: number): Promise<string[]> =>
  (await db.many<{ name: string }>(sql`select name from tasks order by created_at desc limit ${limit}`)).map(
    ({ name }) => name,
  );

/** Some tasks, newest first, with the numbers drawn, opened and finished. */
export const countTasks = (db: Queries, names: readonly string[]): Promise<CountedTask[]> =>
  db.many<CountedTask>(sql`
    select t.name, t.text, t.study_url as "studyUrl", t.seed, t.quota, t.created_at as "createdAt", t.send_at as "sendAt",
      t.reminder_text as "reminderText", t.remind_at as "remindAt", t.stopped_at as "stoppedAt",
      t.next_position is not null as "isQueueing", i.drawn, i.opened, i.finished, t.name in (
        select i.task from messages m
        join task_invitations i on i.id = case when m.kind in ('task', 'task-reminder') then m.subject::uuid end
        where m.state in ('waiting', 'sending', 'unknown')
      ) as "isBeingSent"
    from (select * from tasks where name = any(${names})) t
    cross join lateral (
      select count(*)::int as drawn, count(opened_at)::int as opened, count(finished_at)::int as finished
      from task_invitations i where i.task = t.name
    ) i
    order by t.created_at desc`);

export const scheduleInvitations = (tx: Tx, name: string, text: string, at: Date) =>
  tx.many(sql`update tasks set text = ${text}, send_at = ${at}, next_position = 0 where name = ${name}`);
export const scheduleReminders = (tx: Tx, name: string, text: string, at: Date) =>
  tx.many(sql`update tasks set reminder_text = ${text}, remind_at = ${at}, next_position = 0 where name = ${name}`);
export const setStoppedAt = (tx: Tx, name: string, at: Date) =>
  tx.many(sql`update tasks set stopped_at = ${at}, next_position = null where name = ${name}`);

/** How many were drawn, or are to be reminded now: they were sent the link and have not opened it. */
export const countInvitations = async (db: Queries, task: string, kind: 'task' | 'task-reminder'): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int as count from task_invitations i
      where i.task = ${task} and (${kind} = 'task' or (i.opened_at is null and exists (
        select from messages m where m.kind = 'task' and m.subject = i.id::text and m.state = 'sent')))`)
  )?.count ?? 0;

/** The completion rate of the last five tasks that were sent long enough ago; null if there are none. */
export const recentFinishShare = async (db: Queries, at: Date): Promise<number | null> =>
  (
    await db.one<{ share: number | null }>(sql`
      select sum(i.finished)::float8 / nullif(sum(i.drawn), 0) as share
      from (
        select name from tasks where send_at < ${addMs(at, -SETTLED_AFTER_MS)} and study_url is not null
        order by created_at desc limit 5
      ) t
      cross join lateral (
        select count(*) as drawn, count(finished_at) as finished from task_invitations i where i.task = t.name
      ) i`)
  )?.share || null;

type Queueing = { readonly name: string; readonly isReminder: boolean; readonly startAt: Date; readonly next: number };
type Place = { readonly id: string; readonly panelistId: string; readonly position: number };

/** Queues a batch of messages for the most overdue task. Returns the number of messages queued. */
export const queueTaskMessages = ({ config, database, clock }: QueueDependencies, limit = 500): Promise<number> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const task = await tx.one<Queueing>(sql`
      select name, remind_at is not null as "isReminder", coalesce(remind_at, send_at) as "startAt", next_position as next
      from tasks where next_position is not null and coalesce(remind_at, send_at) <= ${at}
      order by coalesce(remind_at, send_at) limit 1 for no key update skip locked`);
    if (!task) return 0;
    const { name, isReminder, startAt, next } = task;
    const places = await tx.many<Place>(sql`
      select id, panelist_id as "panelistId", position from task_invitations i
      where i.task = ${name} and i.position >= ${next}
        and (not ${isReminder}::boolean or (i.opened_at is null and exists (
        select from messages m where m.kind = 'task' and m.subject = i.id::text and m.state = 'sent')))
      order by i.position limit ${limit}`);
    const messages = places.map(({ id, panelistId, position }) => ({
      kind: isReminder ? ('task-reminder' as const) : ('task' as const),
      subject: id,
      panelistId,
      sendAt: placeTime(config.sendingHours, startAt, position),
    }));
    if (messages.length > 0) await tx.many(insertMessagesStatement(messages, at));
    const after = places.length < limit ? null : (places.at(-1)?.position ?? 0) + 1;
    await tx.many(sql`update tasks set next_position = ${after} where name = ${name}`);
    return messages.length;
  });

type ToCompose = Pick<Task, 'text' | 'reminderText' | 'studyUrl' | 'stoppedAt'> & {
  readonly task: string;
  readonly isOpened: boolean;
};

/** Whether a panelist may still get a message about a task is decided when it is sent. */
export function composeTask(
  { config, database, vault, clock }: TaskDependencies,
  kind: 'task' | 'task-reminder',
): Compose {
  return async ({ id, subject, panelistId }) => {
    const at = clock.now();
    const invitation = await database.one<ToCompose>(sql`
      select t.name as task, t.text, t.reminder_text as "reminderText", t.study_url as "studyUrl", t.stopped_at as "stoppedAt",
        i.opened_at is not null as "isOpened"
      from task_invitations i join tasks t on t.name = i.task where i.id = ${subject}::uuid`);
    if (!invitation || !panelistId || invitation.stoppedAt) return null;
    if (kind === 'task-reminder' && invitation.isOpened) return null;
    const contacts = await countContacts(database, panelistId, addMs(at, -WEEK_MS), id);
    if (contacts >= config.contactsPerWeek) return null;
    const did = await contactableDid(database, vault, panelistId, at);
    const text = kind === 'task' ? invitation.text : invitation.reminderText;
    if (!did || text === null) return null;
    const { task, studyUrl } = invitation;
    const link = `${config.appOrigin}${taskLink(task, tokenOf(vault, task, panelistId))}`;
    return { did, text: studyUrl ? withLink(text, link) : text };
  };
}

type Opening = { readonly panelistId: string; readonly pseudonym: string; readonly studyUrl: string };

/** The panelist of a link; undefined if no link has this task and token. */
export const findOpening = (db: Queries, task: string, token: string): Promise<Opening | undefined> =>
  db.one<Opening>(sql`
    select i.panelist_id as "panelistId", i.pseudonym, t.study_url as "studyUrl"
    from task_invitations i join tasks t on t.name = i.task
    where i.token_digest = ${tokenDigest(token)} and i.task = ${task} and t.study_url is not null`);

export const recordOpened = (tx: Tx, task: string, pseudonym: string, at: Date) =>
  tx.many(sql`
    update task_invitations set opened_at = ${at} where task = ${task} and pseudonym = ${pseudonym} and opened_at is null`);

/** Records it once; a repeated report changes nothing. */
export const recordFinished = (tx: Tx, task: string, pseudonym: string, at: Date) =>
  tx.many(sql`
    update task_invitations set finished_at = ${at}, opened_at = coalesce(opened_at, ${at})
    where task = ${task} and pseudonym = ${pseudonym} and finished_at is null`);

/** The tasks a panelist was invited to, for a panelist's request for stored data. */
export const tasksOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select task, pseudonym as "knownThereAs", opened_at as "openedAt", finished_at as "finishedAt" from task_invitations
    where panelist_id = ${panelistId} order by task`);
