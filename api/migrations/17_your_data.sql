-- "Your data": a code from the chat unlocks a panelist's answers on one phone.

alter domain message_kind drop constraint message_kind_check;
alter domain message_kind add constraint message_kind_check check (value in (
  'voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'inactivity', 'invitation', 'task', 'task-reminder',
  'data-code'));

-- The last code of each panelist. The code itself is not stored: it is a keyed hash of its seed.
create table data_codes (
  panelist_id uuid primary key references panelists on delete cascade,
  seed uuid not null, -- also the subject of the message
  made_at timestamptz not null,
  is_used boolean not null,
  day_start timestamptz not null, -- when the first code of the day was made
  codes integer not null, -- made on that day
  tries integer not null, -- wrong codes entered on that day
  waits_until timestamptz -- after too many wrong codes
);
create index data_codes_old on data_codes (made_at);

-- Phones on which a panelist's answers are unlocked.
create table data_unlocks (
  token_digest bytea primary key, -- keyed hash of the random token in the cookie
  panelist_id uuid not null references panelists on delete cascade,
  ends_at timestamptz not null
);
create index data_unlocks_of on data_unlocks (panelist_id);
create index data_unlocks_over on data_unlocks (ends_at);

-- What a panelist may know of the audit: when an operator did something with the profile, and the role of the operator's last
-- sign-in before it. Neither the operator's name nor the reason.
create view profile_openings as
  select a.subject as panelist, a.at, a.command, (
    select s.reason from audit s
    where s.actor = a.actor and s.actor_subject = a.actor_subject and s.command = 'sign-in' and s.id < a.id
    order by s.id desc limit 1) as role
  from audit a;

grant select, insert, update on data_codes to panel_api;
grant select, insert, delete on data_unlocks to panel_api;
grant select, delete on data_codes, data_unlocks to panel_worker;
grant select on data_codes, data_unlocks to panel_console;
grant select, insert, update, delete on data_codes to panel_app;
grant select, insert, delete on data_unlocks to panel_app;
grant select on profile_openings to panel_api, panel_app;
-- Erasing the ethnicity takes it out of the submissions that contain it.
grant update (sealed) on submissions to panel_api;
