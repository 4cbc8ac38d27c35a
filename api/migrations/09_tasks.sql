-- Research tasks, who is invited to them, and the samples they are drawn by.

-- A study that a sample of the panel is invited to.
create table tasks (
  name text primary key,
  text text, -- of the invitation; null until people are invited
  study_url text not null,
  selection text not null, -- the filters of the sample, as the Sample page's link
  seed integer not null, -- of the random draw
  created_at timestamptz not null,
  send_at timestamptz,
  reminder_text text,
  remind_at timestamptz,
  stopped_at timestamptz,
  next_position integer, -- the first person who is still to be invited; null once all are
  soft_people integer, -- how many are invited first, in a soft launch; null if all are invited at once
  continue_at timestamptz -- when the others begin to be invited
);

-- The people of a task's sample, in the order of sending.
create table task_invitations (
  id uuid primary key,
  task text not null references tasks,
  panelist_id uuid not null references panelists on delete cascade,
  position integer not null,
  token_digest bytea not null unique, -- hash of the token in the person's link
  pseudonym text not null, -- what the study knows the person by
  opened_at timestamptz,
  finished_at timestamptz,
  unique (task, position),
  unique (task, pseudonym)
);
create index task_invitations_of on task_invitations (panelist_id);
create index task_invitations_opened on task_invitations (task, panelist_id) where opened_at is not null;

-- Rules of samples that operators keep. The people are counted again each time.
create table saved_samples (
  name text primary key,
  rules text not null, -- the filters of the sample, as the Sample page's link
  saved_by text not null, -- the account
  saved_at timestamptz not null
);
