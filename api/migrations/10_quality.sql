-- How far a panelist's answers can be relied on, and what that is worked out from.

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

-- Signals that two people left out of a panelist's score, because the panelist contested them.
create table quality_left_out (
  panelist_id uuid not null references panelists on delete cascade,
  signal text not null,
  until timestamptz not null, -- what was seen later counts again
  primary key (panelist_id, signal)
);
