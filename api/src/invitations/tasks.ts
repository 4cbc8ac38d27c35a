/** Research tasks: a sample of the panel is drawn, invited with individual links, and reminded once. */
import { randomUUID } from 'node:crypto';
import { withLink } from '@panel/domain/console/sends';
import type { TaskSends } from '@panel/domain/console/task-sends';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { taskLink } from '@panel/domain/paths';
import { contactableDid } from '../identity/contactable.ts';
import type { Compose } from '../messages/outbox.ts';
import { countContacts } from '../messages/sent-messages.ts';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Vault } from '../platform/security/vault.ts';
import { taskPseudonym, tokenDigest, tokenOf } from './links.ts';

export type TaskDependencies = Dependencies & { readonly config: { readonly contactsPerWeek: number } };

export const WEEK_MS = 7 * DAY_MS;
/** Most panelists who finish a study do so in the first days. */
const SETTLED_AFTER_MS = 3 * DAY_MS;

type Task = TaskSends & {
  readonly name: string;
  readonly text: string | null;
  readonly studyUrl: string;
  readonly seed: number;
  /** A query of the Sample page. */
  readonly selection: string;
  readonly createdAt: Date;
  /** How many are invited in a soft launch; null without one. */
  readonly softPeople: number | null;
};

type NewTask = Pick<Task, 'name' | 'studyUrl' | 'selection' | 'seed'> & { readonly softPeople?: number | null };

/** Returns false if a task with this name exists. */
export const insertTask = async (
  tx: Tx,
  { name, studyUrl, selection, seed, softPeople = null }: NewTask,
  at: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into tasks (name, study_url, selection, seed, soft_people, created_at)
    values (${name}, ${studyUrl}, ${selection}, ${seed}, ${softPeople}, ${at})
    on conflict (name) do nothing`)) > 0;

/** Stores the panelists drawn, in the order of the draw, without those who have been deleted since. */
export const insertInvitations = (
  tx: Tx,
  vault: Vault,
  pseudonymKey: Buffer,
  task: string,
  panelistIds: readonly string[],
) =>
  tx.run(sql`
    insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym)
    select i.id, ${task}, panelist_id, position - 1, token_digest, pseudonym
    from unnest(
      ${panelistIds.map(() => randomUUID())}::uuid[],
      ${panelistIds}::uuid[],
      ${panelistIds.map((id) => tokenDigest(tokenOf(vault, task, id)))}::bytea[],
      ${panelistIds.map((id) => taskPseudonym(pseudonymKey, task, id))}::text[]
    ) with ordinality as i (id, panelist_id, token_digest, pseudonym, position)
    join panelists p on p.id = i.panelist_id for key share of p`);

const TASKS = sql`
  select name, text, study_url as "studyUrl", seed, created_at as "createdAt", send_at as "sendAt", remind_at as "remindAt",
    stopped_at as "stoppedAt", soft_people as "softPeople", continue_at as "continueAt",
    next_position is not null as "isQueueing", selection
  from tasks`;

/** Locks a task and counts it. */
export async function lockTask(tx: Tx, name: string): Promise<CountedTask | undefined> {
  await tx.many(sql`select from tasks where name = ${name} for no key update`);
  // Counted after the lock, which the queue holds while it adds messages.
  return (await countTasks(tx, [name]))[0];
}

export const isTask = (db: Queries, name: string): Promise<boolean> =>
  db.value(sql`select exists (select from tasks where name = ${name})`);

export type CountedTask = Task & { readonly sent: number; readonly opened: number; readonly finished: number };

/** The names of the latest tasks, newest first. */
export const taskNames = (db: Queries, limit: number): Promise<string[]> =>
  db.column(sql`select name from tasks order by created_at desc limit ${limit}`);

/** Some tasks, newest first, with their numbers of people. */
export const countTasks = (db: Queries, names: readonly string[]): Promise<CountedTask[]> =>
  db.many<CountedTask>(sql`
        with shown as (${TASKS} where name = any(${names}))
        select t.*, i.*, t.name in (
            select i.task from messages m
            join task_invitations i on i.id = case when m.kind in ('task', 'task-reminder') then m.subject::uuid end
            where m.state in ('waiting', 'sending', 'unknown')
          ) as "isBeingSent"
        from shown t
        cross join lateral (
          select count(*)::int as drawn, (count(*) filter (where i.position >= t."softPeople"))::int as rest,
            count(m.sent_at)::int as sent, (count(m.sent_at) filter (where i.opened_at is null))::int as unopened,
            count(i.opened_at)::int as opened, count(i.finished_at)::int as finished
          from task_invitations i
          left join messages m on m.kind = 'task' and m.subject = i.id::text and m.state = 'sent'
          where i.task = t.name
        ) i
        order by t."createdAt" desc`);

export const scheduleInvitations = (tx: Tx, name: string, text: string, at: Date) =>
  tx.run(sql`update tasks set text = ${text}, send_at = ${at}, next_position = 0 where name = ${name}`);
export const scheduleReminders = (tx: Tx, name: string, text: string, at: Date) =>
  tx.run(sql`update tasks set reminder_text = ${text}, remind_at = ${at}, next_position = 0 where name = ${name}`);
export const scheduleRest = (tx: Tx, name: string, at: Date) =>
  tx.run(sql`update tasks set continue_at = ${at}, next_position = soft_people where name = ${name}`);
export const setStoppedAt = (tx: Tx, name: string, at: Date) =>
  tx.run(sql`update tasks set stopped_at = ${at}, next_position = null where name = ${name}`);

/** Deletes a task without invitations. */
export async function deleteTask(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`delete from task_invitations where task = ${name}`, sql`delete from tasks where name = ${name}`);
}

/** The share of people sent the link who finished, in the last five tasks that were sent long enough ago; null if there are none. */
export const recentFinishShare = (db: Queries, at: Date): Promise<number | null> =>
  db.value(sql`
    select nullif(sum(i.finished)::float8 / nullif(sum(i.sent), 0), 0)
    from (
      select name from tasks
      where coalesce(continue_at, send_at) < ${addMs(at, -SETTLED_AFTER_MS)} and stopped_at is null
        and (soft_people is null or continue_at is not null)
      order by created_at desc limit 5
    ) t
    cross join lateral (
      select count(*) as sent, count(i.finished_at) as finished
      from task_invitations i join messages m on m.kind = 'task' and m.subject = i.id::text and m.state = 'sent'
      where i.task = t.name
    ) i`);

type ToCompose = Pick<Task, 'text' | 'stoppedAt'> & {
  readonly reminderText: string | null;
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
      select t.name as task, t.text, t.reminder_text as "reminderText", t.stopped_at as "stoppedAt",
        i.opened_at is not null as "isOpened"
      from task_invitations i join tasks t on t.name = i.task where i.id = ${subject}::uuid`);
    if (!invitation || !panelistId || invitation.stoppedAt) return null;
    if (kind === 'task-reminder' && invitation.isOpened) return null;
    const contacts = await countContacts(database, panelistId, addMs(at, -WEEK_MS), id);
    if (contacts >= config.contactsPerWeek) return null;
    const did = await contactableDid(database, vault, panelistId, at);
    const text = kind === 'task' ? invitation.text : invitation.reminderText;
    if (!did || text === null) return null;
    const { task } = invitation;
    const link = `${config.appOrigin}${taskLink(task, tokenOf(vault, task, panelistId))}`;
    return { did, text: withLink(text, link) };
  };
}

type Opening = { readonly panelistId: string; readonly pseudonym: string; readonly studyUrl: string };

/** The panelist of a link; undefined if no link has this task and token. */
export const findOpening = (db: Queries, task: string, token: string): Promise<Opening | undefined> =>
  db.one<Opening>(sql`
    select i.panelist_id as "panelistId", i.pseudonym, t.study_url as "studyUrl"
    from task_invitations i join tasks t on t.name = i.task
    where i.token_digest = ${tokenDigest(token)} and i.task = ${task}`);

export const setOpenedStatement = (task: string, pseudonym: string, at: Date): Statement =>
  sql`update task_invitations set opened_at = ${at} where task = ${task} and pseudonym = ${pseudonym} and opened_at is null`;

/** Records it once; a repeated report changes nothing. */
export const recordFinished = (tx: Tx, task: string, pseudonym: string, at: Date) =>
  tx.run(sql`
    update task_invitations set finished_at = ${at}, opened_at = coalesce(opened_at, ${at})
    where task = ${task} and pseudonym = ${pseudonym} and finished_at is null`);

/** The tasks a panelist was invited to, for a panelist's request for stored data. */
export const tasksOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select task, pseudonym as "knownThereAs", opened_at as "openedAt", finished_at as "finishedAt" from task_invitations
    where panelist_id = ${panelistId} order by task`);
