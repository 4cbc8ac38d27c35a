-- How far a panelist's answers can be relied on, and what that is worked out from.

alter table submissions
  add column form_seconds integer check (form_seconds between 0 and 86400); -- from the first answer to the submit, as the phone said; null if it said nothing usable

alter table survey_sessions
  add column stated_minutes integer check (stated_minutes > 0), -- the length that the partner named with the link
  add column is_fast boolean, -- fixed by the first completion; null if the survey's usual length isn't known
  add column quarantined integer not null default 0; -- events that contradicted an earlier one under the same key

-- How long each survey's paid completions of the last 90 days took, counted once a day.
create table survey_lengths (
  partner text not null,
  survey_id text not null,
  counted_on date not null,
  completes integer not null,
  median_seconds integer not null,
  primary key (partner, survey_id)
);
grant select on survey_lengths to panel_api, panel_app, panel_console;
grant select, insert, delete on survey_lengths to panel_worker, panel_app;

-- A panelist's quality score and the signals it is made of. The rows are the queue of the worker that scores.
create table quality_scores (
  panelist_id uuid primary key references panelists on delete cascade,
  score smallint check (score between 0 and 100), -- null if nothing was seen yet
  signals jsonb not null default '[]', -- counts, weights, points and days: never an answer
  scored_at timestamptz, -- null until the first scoring
  due_at timestamptz not null -- when to score next
);
create index quality_scores_by_score on quality_scores (score) include (panelist_id);
create index quality_scores_due on quality_scores (due_at);
grant select on quality_scores to panel_api;
grant select, insert, update on quality_scores to panel_worker, panel_console, panel_app;

-- Signals that two people left out of a panelist's score, because the panelist contested them.
create table quality_left_out (
  panelist_id uuid not null references panelists on delete cascade,
  signal text not null,
  until timestamptz not null, -- what was seen later counts again
  primary key (panelist_id, signal)
);
grant select on quality_left_out to panel_api, panel_worker;
grant select, insert, update on quality_left_out to panel_console, panel_app;
