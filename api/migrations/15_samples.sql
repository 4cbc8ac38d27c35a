-- Saved samples, soft launches, and tasks that are discarded.

-- Rules of samples that operators keep. The people are counted again each time.
create table saved_samples (
  name text primary key,
  rules text not null, -- the filters of the sample, as the Sample page's link
  saved_by text not null, -- the account
  saved_at timestamptz not null
);
grant select, insert, update, delete on saved_samples to panel_console, panel_app;

alter table tasks
  add column soft_people integer, -- how many are invited first, in a soft launch; null if all are invited at once
  add column continue_at timestamptz; -- when the others begin to be invited
grant delete on tasks, task_invitations to panel_console, panel_app;
