-- Operators: who is signed in, what they did, what waits for a second person, and the figures that the console shows.

-- Sign-ins and command-line tokens.
create table operator_sessions (
  token_digest bytea primary key, -- hash of the random token in the cookie
  subject text not null, -- the identity provider's id of the person
  account text not null, -- the name that is shown
  role text not null check (role in ('support', 'fieldwork', 'finance', 'auditor')),
  label text, -- the browser that signed in, or what a token is for
  started_at timestamptz not null,
  authenticated_at timestamptz not null, -- when the person last proved who they are
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  made_in bytea -- of a command-line token: the session it was made in and ends with
);

-- Which subject holds a name. Names are compared without case, spaces and invisible characters.
create table operator_names (
  name_key text primary key,
  subject text not null
);

-- Everything that operators did. Each row's hash covers all its columns and the hash of the one before. Its sentence is composed
-- when it is shown.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  actor_subject text, -- the identity provider's id
  role text check (role in ('support', 'fieldwork', 'finance', 'auditor')), -- the actor's at that moment; null if a name was typed on the command line
  second_actor text, -- who else agreed, if two people were needed
  second_subject text,
  operation text not null,
  step text not null check (step in (
    'done', 'viewed', 'system', 'break-glass', 'proposed', 'approved', 'refused', 'withdrawn', 'not-approved', 'outdated')),
  inputs jsonb not null default '{}', -- those that the operation's definition names: nothing secret and nothing about a person
  subject text, -- what it was done to: never a did or a name
  reason text,
  proposal bigint, -- the number of the proposal that it belongs to
  amount bigint, -- in cents
  hash bytea not null,
  check (second_actor is null or second_actor <> actor)
);
create index audit_by_actor on audit (actor, id);
create index audit_by_operation on audit (operation, id);
create index audit_by_proposal on audit (proposal, id) where proposal is not null;
create index audit_by_second_actor on audit (second_actor, id) where second_actor is not null;
create index audit_by_subject on audit (subject, id) where subject is not null;
create index audit_by_time on audit (at);
-- For the free-text search. The statement that searches has the same expression.
create index audit_words on audit using gin ((to_tsvector('simple',
  actor || ' ' || coalesce(second_actor, '') || ' ' || operation || ' ' || step || ' ' || coalesce(subject, '') || ' ' || coalesce(reason, ''))
  || to_tsvector('simple', inputs)));
create trigger audit_kept before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- Every column is covered. A column without a value leaves no trace, so that one can be added later.
create function audit_hash(previous bytea, a audit) returns bytea language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select sha256(coalesce(previous, '') || convert_to((jsonb_strip_nulls(to_jsonb(a) - 'hash')
    || jsonb_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')))::text, 'UTF8'))
$$;

-- Rows are numbered while the lock is held, so that the chain follows their ids.
create function chain_audit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('audit chain'));
  new.id := nextval('audit_id_seq');
  new.hash := audit_hash((select hash from audit order by id desc limit 1), new);
  return new;
end $$;
create trigger audit_chain before insert on audit for each row execute function chain_audit();

-- What a panelist may know of the audit: when an operator did something with the profile, and in which role. Neither the
-- operator's name nor the reason.
create view profile_openings as
  select subject as panelist, at, operation, role from audit where step in ('viewed', 'done');

-- What one operator proposes and another approves. A proposal that was closed without being carried out can be reopened as a new
-- one.
create table proposals (
  id bigint generated always as identity primary key,
  operation text not null,
  proposal_key text not null, -- what it decides, from the operation's definition
  reopens bigint references proposals, -- the closed proposal that it repeats
  inputs jsonb not null, -- without the secret ones
  secrets bytea, -- the secret inputs, encrypted; erased once it is decided
  facts jsonb not null, -- what the proposer saw, which must still hold at the approval
  reason text not null,
  proposed_by text not null,
  proposed_account text not null,
  proposed_role text not null, -- if the proposer's role changes, the proposal is withdrawn
  proposed_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('open', 'carried-out', 'refused', 'withdrawn', 'facts-changed', 'expired')),
  decided_by text,
  decided_account text,
  decided_at timestamptz,
  remark text, -- why it was refused or withdrawn, or a comment of the approver
  webhook_attempts integer not null default 0,
  webhook_due_at timestamptz, -- when the webhook is told next; null once it accepted or was given up
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'carried-out' or decided_by <> proposed_by),
  check (state = 'open' or secrets is null)
);
create index proposals_decided on proposals (decided_at) where state <> 'open';
create unique index proposals_one_open on proposals (proposal_key) where state = 'open';
create index proposals_reopening on proposals (reopens) where reopens is not null;

-- A proposal is decided once and keeps what was proposed.
create function check_proposal_step() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' or (new.operation, new.inputs, new.facts, new.reason, new.proposed_by, new.proposed_at, new.ends_at,
      new.proposal_key, new.reopens)
    is distinct from (old.operation, old.inputs, old.facts, old.reason, old.proposed_by, old.proposed_at, old.ends_at,
      old.proposal_key, old.reopens) then
    raise exception 'a proposal is decided once and keeps what was proposed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger proposals_step before update on proposals for each row execute function check_proposal_step();
create trigger proposals_kept before delete or truncate on proposals
  for each statement execute function refuse_change();

-- Panelists' cards that operators have opened, each for some minutes.
create table card_openings (
  id uuid primary key,
  panelist_id uuid not null references panelists on delete cascade,
  subject text not null, -- the operator's, as in operator_sessions
  reason text not null,
  did_end text, -- the last characters of the did, to tell cards apart
  opened_at timestamptz not null
);

-- Items that could not be processed: a job's, an uploaded file's or a partner's. The others go on without them.
create table failed_items (
  job text not null,
  item text not null, -- the id that operators know it by
  reason text not null, -- type, code and constraint of the error, never its message
  failures integer not null,
  first_failed_at timestamptz not null,
  next_try_at timestamptz, -- null if a partner or an operator has to send it again
  primary key (job, item)
);

-- Figures of each South African day that is over. Charts read them, so that a page costs the same at any size of the panel.
create table daily_figures (
  figure text not null,
  day date not null,
  -- What it is of, as far as the figure distinguishes that.
  partner text not null default '',
  kind text not null default '', -- of a transfer
  account text not null default '',
  detail text not null default '', -- a status, a number of days, a callback's trust, a code, or the month in which a reward was earned
  value bigint not null,
  primary key (figure, partner, kind, account, detail, day)
);
create index daily_figures_of_day on daily_figures (day);

-- Counts over the whole panel, which the worker makes once a night and the console reads.
create table panel_counts (
  day date not null,
  name text not null,
  counts jsonb not null,
  primary key (day, name)
);

-- How often each browser opened a page, and how often the app started in it, by South African day. Kept for 13 months.
create table page_views (
  day date not null,
  family text not null check (family in ('samsung', 'opera', 'firefox', 'webview', 'chrome', 'safari', 'other')),
  version smallint not null, -- major, of Chromium if the browser is built on it; 0 if it is unknown
  views integer not null,
  starts integer not null,
  primary key (day, family, version)
);
