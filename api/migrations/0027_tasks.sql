-- A research task sends a sample of the panel to a study elsewhere: who was drawn, who was sent the link, opened it and finished.
alter table tasks
  alter column text drop not null,
  -- Where the study is; null for tasks from before there were links.
  add column study_url text,
  -- The query of the Sample page that it was drawn by, and the seed of the draw.
  add column selection text,
  add column seed integer,
  -- The targets that it was drawn for, as the page shows them; null without quotas.
  add column quota jsonb,
  add column send_at timestamptz,
  add column reminder_text text,
  add column remind_at timestamptz,
  add column stopped_at timestamptz,
  -- Up to which place the messages that are due were queued; null where none is left.
  add column next_position integer;
create index tasks_by_time on tasks (created_at desc);

-- A panelist who was drawn for a task. It goes with the profile.
create table task_invitations (
  id uuid primary key,
  task text not null references tasks,
  panelist_id uuid not null references panelists on delete cascade,
  -- The place in the order of sending.
  position integer not null,
  -- Hash of the token in the link; null for tasks from before there were links.
  token_digest bytea unique,
  -- Who the panelist is to the study of this task; another one in every task.
  pseudonym text,
  opened_at timestamptz,
  finished_at timestamptz,
  unique (task, position),
  unique (task, pseudonym)
);
create index task_invitations_of on task_invitations (panelist_id);
create index task_invitations_opened on task_invitations (task, panelist_id) where opened_at is not null;

-- A message about a task names the invitation, so nothing of a deleted profile is left in it.
insert into task_invitations (id, task, panelist_id, position)
select m.id, split_part(m.subject, ':', 1), m.panelist_id, row_number() over (partition by split_part(m.subject, ':', 1) order by m.id) - 1
from messages m where m.kind = 'task' and m.panelist_id is not null;
drop index messages_of_task;
update messages set subject = id::text where kind = 'task';
update tasks t set send_at = created_at where exists (select from task_invitations i where i.task = t.name);
alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in
  ('voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'inactivity', 'invitation', 'task', 'task-reminder'));

-- Samples are counted from indexes alone: each has the panelist in it.
drop index profile_answers_by_answer, profile_answers_by_birth_month;
create index profile_answers_by_answer on profile_answers (question, answer) include (panelist_id) where answer is not null;
create index profile_answers_by_birth_month on profile_answers (birth_month) include (panelist_id) where birth_month is not null;
-- What asks a panelist for something: the contacts that are capped.
create index messages_contacts on messages (panelist_id, created_at)
  where kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped';

drop function asked_to_task, contacts_since, task_progress, task_names, count_approved;

create function count_panelists() returns integer language sql stable as $$ select count(*)::int from panelists $$;

-- How often a panelist was asked something since each of two times. What waits to be sent counts.
create function contacts_of(in_panelist uuid, in_asked_since timestamptz, in_week_since timestamptz)
returns table (asked integer, in_week integer) language sql stable as $$
  select count(*) filter (where created_at >= in_asked_since)::int, count(*) filter (where created_at >= in_week_since)::int
  from messages
  where panelist_id = in_panelist and kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped'
    and created_at >= least(in_asked_since, in_week_since)
$$;

create function took_part(in_task text, in_panelist uuid) returns boolean language sql stable as $$
  select exists (select from task_invitations where task = in_task and panelist_id = in_panelist and opened_at is not null)
$$;

-- Whether a message about an invitation was accepted by the chat.
create function was_sent(in_kind text, in_invitation uuid) returns boolean language sql stable as $$
  select exists (select from messages where kind = in_kind and subject = in_invitation::text and state = 'sent')
$$;

-- The tasks with messages that are still to be sent.
create function tasks_being_sent() returns table (task text) language sql stable as $$
  select distinct i.task from messages m
  join task_invitations i on i.id = case when m.kind in ('task', 'task-reminder') then m.subject::uuid end
  where m.state in ('waiting', 'sending', 'unknown')
$$;

-- How far a task is, by the hour. Dropped is: opened a day before, and not finished.
create function task_progress(in_task text, in_at timestamptz) returns table (hour timestamptz, figure text, people integer)
language sql stable as $$
  select date_trunc('hour', e.at), e.figure, count(*)::int
  from task_invitations i
  left join messages m on m.kind = 'task' and m.subject = i.id::text
  left join messages r on r.kind = 'task-reminder' and r.subject = i.id::text
  cross join lateral (values
    ('sent', case when m.state = 'sent' then m.sent_at end),
    ('left-out', case when m.state = 'dropped' then m.created_at end),
    ('reminded', case when r.state = 'sent' then r.sent_at end),
    ('opened', i.opened_at),
    ('finished', i.finished_at),
    ('dropped', case when i.finished_at is null then i.opened_at + interval '1 day' end)
  ) as e (figure, at)
  where i.task = in_task and e.at <= in_at
  group by 1, 2 order by 1
$$;
