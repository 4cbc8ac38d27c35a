-- Notices to approvers, by webhook and e-mail. The rows are the queue. Kept for 30 days; an alarm's only until it has cleared.
create table notices (
  subject text primary key, -- a proposal, a freeze or an alarm: each has one notice
  payload jsonb not null, -- what is sent: never a did, a name or a reason
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz, -- null once it was sent or given up
  webhook_sent_at timestamptz,
  mail_sent_at timestamptz
);
create index notices_due on notices (next_attempt_at) where next_attempt_at is not null;
create index notices_old on notices (created_at);

grant select, insert, update, delete on notices to panel_worker, panel_app;
grant select, insert on notices to panel_console;
