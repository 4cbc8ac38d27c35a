-- A person sent to a partner's survey, and everything the partner said about it. A partner knows the person by `pid`, a
-- pseudonym of its own, and the visit by the session's id; when a profile is deleted the session stays and points to nobody.

create table survey_sessions (
  id text primary key,
  partner text not null,
  wallet_id uuid not null references wallets,
  panelist_id uuid references panelists on delete set null,
  pid text not null,
  -- Where the partner names the survey before it begins.
  survey_id text,
  created_at timestamptz not null,
  outcome text,
  returned_at timestamptz,
  ended_at timestamptz
);
create index survey_sessions_of on survey_sessions (panelist_id, partner);
create index survey_sessions_open on survey_sessions (created_at) where ended_at is null;

create table partner_events (
  id bigint generated always as identity primary key,
  partner text not null,
  -- The same event sent again has the same key.
  dedupe_key text not null,
  -- Only where the event counts for that session: a forged, conflicting or stray one points to none.
  session_id text references survey_sessions,
  outcome text,
  trust text not null check (trust in ('verified', 'unsigned', 'failed')),
  raw_code text,
  survey_id text,
  usd_micros bigint check (usd_micros >= 0),
  -- What it says, so that the same key with another content is noticed.
  digest bytea not null,
  -- What became of it.
  effect text not null,
  received_at timestamptz not null,
  unique (partner, dedupe_key),
  check (session_id is null or trust = 'verified')
);
create index partner_events_of on partner_events (session_id) where session_id is not null;
create index partner_events_failed on partner_events (received_at) where trust = 'failed';
