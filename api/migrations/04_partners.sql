-- Survey sessions with partners, and what partners report about them.

create domain event_trust as text check (value in ('verified', 'failed', 'by-hand'));
create domain interview_seconds as integer check (value >= 0);
create domain micros_of_usd as bigint check (value >= 0);
create domain reversal_reason as text
  check (value in ('speeding', 'straight-lining', 'open-ends', 'inconsistent', 'no-record', 'quality'));

-- One visit of a panelist to a partner's survey. It outlives the profile.
create table survey_sessions (
  id text primary key, -- what the partner knows the visit by
  partner text not null,
  wallet_id uuid not null references wallets,
  panelist_id uuid references panelists on delete set null,
  pid text not null, -- what the partner knows the panelist by
  survey_id text, -- if the partner named the survey before it began
  created_at timestamptz not null,
  outcome text, -- of all events together
  returned_at timestamptz, -- when the browser came back
  finished_at timestamptz, -- when it came back as finished, whatever the partner says
  completed_at timestamptz, -- when the partner first reported a completion
  ended_at timestamptz,
  length_seconds interview_seconds, -- fixed by the first completion
  usd_micros micros_of_usd, -- the price that the partner last named
  shown_amount bigint check (shown_amount > 0), -- cents that the list showed; null if the survey wasn't chosen from it
  share_ppm integer, -- the share and the rate of that amount, which the reward keeps
  zar_per_usd_micros bigint,
  stated_minutes integer check (stated_minutes > 0), -- the length that the partner named with the link
  is_fast boolean, -- fixed by the first completion; null if the survey's usual length isn't known
  quarantined integer not null default 0, -- events that contradicted an earlier one under the same key
  return_outcome text, -- what the first return said, from a partner that tells only the browser; it moves no money
  check (num_nulls(shown_amount, share_ppm, zar_per_usd_micros) in (0, 3))
);
create index survey_sessions_completed on survey_sessions using brin (completed_at) with (autosummarize = on);
create index survey_sessions_created on survey_sessions using brin (created_at) with (autosummarize = on);
create index survey_sessions_not_completed on survey_sessions (created_at) where completed_at is null;
create index survey_sessions_of on survey_sessions (panelist_id, partner);
create index survey_sessions_of_survey on survey_sessions (partner, survey_id) where survey_id is not null;
create index survey_sessions_open on survey_sessions (created_at) where ended_at is null;

-- Everything that partners reported, each event once, with corrections by hand.
create table partner_events (
  id bigint generated always as identity primary key,
  partner text not null,
  dedupe_key text not null, -- the same for an event that is sent again
  session_id text references survey_sessions, -- null if the event doesn't count for a session
  outcome text,
  trust event_trust not null, -- 'by-hand' if two people decided it, or a partner's statement
  raw_code text, -- the partner's own code; of an event by hand 'operator' or 'statement'
  survey_id text,
  usd_micros micros_of_usd,
  reason reversal_reason,
  digest bytea not null, -- hash of the content, to notice the same key with other content
  effect text not null, -- what the event changed
  is_withheld boolean not null default false, -- whether its completion waits for a decision of two people
  is_unknown_code boolean not null default false, -- whether its code waits for a mapping
  received_at timestamptz not null,
  unique (partner, dedupe_key),
  check (session_id is null or trust <> 'failed')
);
create index partner_events_failed on partner_events (received_at) where trust = 'failed';
create index partner_events_of on partner_events (session_id) where session_id is not null;
create index partner_events_received on partner_events using brin (received_at) with (autosummarize = on);
create index partner_events_unknown_code on partner_events (partner, raw_code) where is_unknown_code;
create index partner_events_withheld on partner_events (id) where is_withheld;

-- Every survey that a partner has named. Panelists see its number, never the partner's id.
create table partner_surveys (
  number bigint generated always as identity (start with 1001) primary key,
  partner text not null,
  survey_id text not null,
  unique (partner, survey_id)
);

-- Outcomes that two people gave to codes that our status tables lack. None of them moves money.
create table partner_code_mappings (
  partner text not null,
  code text not null, -- as stored with events
  outcome text not null check (outcome in ('screenout', 'overquota', 'duplicate', 'quality', 'blocked', 'no_survey', 'technical')),
  mapped_at timestamptz not null,
  primary key (partner, code)
);

-- What completions earned on a South African day, for each partner's daily cap. Several rows a day, so that callbacks don't
-- wait for each other.
create table partner_days (
  partner text not null,
  day date not null,
  slot integer not null,
  credited bigint not null, -- cents
  primary key (partner, day, slot)
);

-- Times in which a partner's button leads to no survey.
create table partner_blocks (
  id bigint generated always as identity primary key,
  partner text not null,
  blocked_at timestamptz not null,
  lifted_at timestamptz
);
create unique index partner_blocks_one on partner_blocks (partner) where lifted_at is null;

-- A partner's statement of a month's completions. Two people approve that rewards are taken back by it.
create table partner_statements (
  id bigint generated always as identity primary key,
  partner text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  digest bytea not null, -- of the file, which is read once
  account text not null, -- who read it
  read_at timestamptz not null,
  file_rows integer not null,
  verdicts jsonb not null, -- number of rows and cents by verdict
  approved_at timestamptz,
  taken_back bigint not null default 0 check (taken_back >= 0), -- cents
  unique (partner, month, digest)
);

-- The rows of a statement, compared with our rewards.
create table partner_statement_rows (
  statement_id bigint not null references partner_statements,
  session_id text not null,
  verdict text not null check (verdict in
    ('matched', 'reversed', 'ours-only', 'amount-differs', 'theirs-only', 'reversed-before', 'by-hand', 'reversed-here')),
  amount bigint not null check (amount >= 0), -- cents of our reward; 0 if there is none
  applied_at timestamptz, -- when the reward was taken back
  primary key (statement_id, session_id)
);
create index partner_statement_rows_of on partner_statement_rows (session_id);
create index partner_statement_rows_to_apply on partner_statement_rows (statement_id)
  where verdict in ('reversed', 'ours-only') and applied_at is null;

-- Statements that a partner never sent. Two people agreed to do without.
create table waived_statements (
  partner text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  primary key (partner, month)
);

-- What a partner's surveys usually pay and how long they take, counted once a day.
create table survey_estimates (
  partner text primary key,
  counted_on date not null,
  completions integer not null,
  reward_from bigint, -- cents, first quartile
  reward_to bigint, -- cents, third quartile
  minutes integer -- median
);

-- How long each survey's paid completions of the last 90 days took, counted once a day.
create table survey_lengths (
  partner text not null,
  survey_id text not null,
  completes integer not null,
  median_seconds integer not null,
  primary key (partner, survey_id)
);

-- How many people of the last 30 days were dropped late without a completion, counted once a day.
create table survey_ends (
  partner text not null,
  survey_id text not null, -- '' for all of the partner's surveys
  people integer not null,
  dropped_late integer not null,
  minutes integer, -- median of the late ends
  primary key (partner, survey_id)
);

-- How outside parties (partners, chat, issuer) answered, in slots of five minutes. Kept for two days.
create table party_calls (
  party text not null,
  slot timestamptz not null,
  result text not null check (result in ('answered', 'failed', 'not-called')),
  tenths smallint check (tenths between 0 and 300), -- of a second; null if nothing was waited for
  calls integer not null check (calls > 0),
  unique nulls not distinct (party, slot, result, tenths)
);
create index party_calls_slot on party_calls (slot);
