-- What panelists report about surveys, and how it was answered. One report per session.
create table disputes (
  id bigint generated always as identity primary key,
  session_id text not null unique references survey_sessions,
  panelist_id uuid not null references panelists on delete cascade,
  kind text not null
    check (kind in ('no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'asked-private', 'other')),
  words_sealed bytea, -- what the panelist wrote, encrypted
  reported_at timestamptz not null,
  partner_asked_at timestamptz,
  outcome text check (outcome in ('credited', 'declined')),
  answer text,
  answered_at timestamptz,
  assigned_to text, -- the account of the operator who works on it
  reopened_at timestamptz, -- the last time; its age counts from then
  earlier_answer text, -- what the panelist was told before it was reopened
  check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answer is null))
);
create index disputes_answered on disputes (answered_at) where answered_at is not null;
create index disputes_of on disputes (panelist_id);
create index disputes_open on disputes (reported_at) where answered_at is null;
