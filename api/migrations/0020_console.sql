-- The console: who is signed in, what waits for a second person, whose card is open, and notes.

create table operator_sessions (
  -- A hash of the random token that the cookie holds.
  token_digest bytea primary key,
  -- Whom the identity provider names, and the account's name as it is shown.
  subject text not null,
  account text not null,
  role text not null check (role in ('support', 'fieldwork', 'finance', 'auditor')),
  -- When the person proved to the identity provider who they are.
  authenticated_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_of on operator_sessions (subject) where ended_at is null;
create index operator_sessions_over on operator_sessions (ends_at);

-- What one operator proposes and another one approves.
create table proposals (
  id bigint generated always as identity primary key,
  operation text not null,
  -- The inputs, without secrets, which are encrypted and go when it is decided.
  inputs jsonb not null,
  secrets bytea,
  -- What the proposer saw: it must still be so when it is approved.
  facts jsonb not null,
  reason text not null,
  proposed_by text not null,
  proposed_account text not null,
  proposed_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('open', 'carried-out', 'refused', 'withdrawn', 'facts-changed')),
  decided_by text,
  decided_account text,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'carried-out' or decided_by <> proposed_by),
  check (state = 'open' or secrets is null)
);
create index proposals_open on proposals (id) where state = 'open';
create index proposals_decided on proposals (decided_at) where state <> 'open';

-- A decided proposal never changes, and an open one keeps what was proposed.
create function check_proposal_step() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.operation, new.inputs, new.facts, new.reason, new.proposed_by, new.proposed_at, new.ends_at)
    is distinct from (old.operation, old.inputs, old.facts, old.reason, old.proposed_by, old.proposed_at, old.ends_at) then
    raise exception 'a proposal is decided once and keeps what was proposed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger proposals_step before update on proposals for each row execute function check_proposal_step();
create trigger proposals_kept before delete or truncate on proposals for each statement execute function refuse_change();

-- A panelist's card that an operator has opened, for some minutes.
create table card_openings (
  id uuid primary key,
  panelist_id uuid not null references panelists on delete cascade,
  subject text not null,
  reason text not null,
  -- The end of the did, by which the panelist is told apart while the card is open.
  did_end text not null,
  opened_at timestamptz not null
);
create index card_openings_of on card_openings (panelist_id);
create index card_openings_old on card_openings (opened_at);

create table panelist_notes (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  account text not null,
  text text not null,
  written_at timestamptz not null
);
create index panelist_notes_of on panelist_notes (panelist_id, id);

-- The audit is searched by person, by what was done and by what it was done to.
create index audit_by_actor on audit (actor, id);
create index audit_by_second_actor on audit (second_actor, id) where second_actor is not null;
create index audit_by_command on audit (command, id);
create index audit_by_subject on audit (subject, id) where subject is not null;
create index audit_by_time on audit (at);

-- What the console reads of other folders' tables.
create function open_freeze() returns table (since timestamptz, reason text) language sql stable as $$
  select at, reason from payout_freezes where lifted_at is null
$$;

create function open_withdrawals() returns table (state text, count integer, amount bigint, oldest timestamptz)
language sql stable as $$
  select state, count(*)::int, sum(amount)::bigint, min(requested_at) from withdrawals
  where state in ('reserved', 'sending', 'unknown', 'needs-review') group by state
$$;
