-- Chat messages.

create domain message_kind as text check (value in (
  'voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'inactivity', 'invitation', 'task', 'task-reminder',
  'data-code'));
create domain message_state as text check (value in ('waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'));

-- Messages to send, and those that were sent. The rows are the queue.
create table messages (
  id uuid primary key,
  kind message_kind not null,
  subject text not null, -- what it is about: a withdrawal, an invitation, a panelist and a day ...
  panelist_id uuid references panelists on delete set null,
  did_sealed bytea, -- the device, if only the message knows it; erased once it was sent or given up
  state message_state not null,
  attempts integer not null default 0,
  unknowns integer not null default 0, -- how often it was sent without an answer
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  has_no_recipient boolean not null default false, -- the chat doesn't know the device, or the message was not wanted any more
  unique (kind, subject)
);
create index messages_contacts on messages (panelist_id, created_at)
  where kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped';
-- For samples of much of the panel.
create index messages_by_contact on messages (created_at, panelist_id)
  where kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped';
create index messages_due on messages (next_attempt_at) where state in ('waiting', 'sending', 'unknown');
create index messages_due_first on messages (next_attempt_at)
  where state in ('waiting', 'sending', 'unknown') and kind not in ('invitation', 'task', 'task-reminder');
create index messages_needing_review on messages (created_at) where state = 'needs-review';
create index messages_to on messages (panelist_id) where panelist_id is not null;
create index messages_with_did on messages (id) where did_sealed is not null;

-- A message of a deleted profile doesn't name the panelist in its subject either.
create function forget_subject() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.subject := new.id::text;
  return new;
end $$;
create trigger messages_forget_subject before update of panelist_id on messages for each row
  when (new.panelist_id is null and starts_with(new.subject, old.panelist_id::text)) execute function forget_subject();
