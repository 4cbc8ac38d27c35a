-- One open proposal for each decision. A proposal that was closed without being carried out can be reopened as a new one.
alter table proposals
  add column proposal_key text, -- what it decides, from the operation's definition; null in rows that are older
  add column reopens bigint references proposals, -- the closed proposal that it repeats
  drop constraint proposals_state_check,
  add constraint proposals_state_check
    check (state in ('open', 'carried-out', 'refused', 'withdrawn', 'facts-changed', 'expired'));
create unique index proposals_one_open on proposals (proposal_key) where state = 'open';
create index proposals_reopening on proposals (reopens) where reopens is not null;

create or replace function check_proposal_step() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (new.operation, new.inputs, new.facts, new.reason, new.proposed_by, new.proposed_at, new.ends_at,
      new.proposal_key, new.reopens)
    is distinct from (old.operation, old.inputs, old.facts, old.reason, old.proposed_by, old.proposed_at, old.ends_at,
      old.proposal_key, old.reopens) then
    raise exception 'a proposal is decided once and keeps what was proposed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table operator_sessions
  add column started_at timestamptz, -- null in rows that are older
  add column label text; -- the browser that signed in, or what a token is for

alter table audit
  add column proposal bigint, -- the number of the proposal that it belongs to
  add column amount bigint; -- in cents
create index audit_by_proposal on audit (proposal, id) where proposal is not null;
-- For the free-text search. The statement that searches has the same expression.
create index audit_words on audit using gin (to_tsvector('simple',
  actor || ' ' || coalesce(second_actor, '') || ' ' || command || ' ' || coalesce(subject, '') || ' ' || coalesce(reason, '')));

-- A row without a proposal and an amount has the same hash as before there were these columns.
create or replace function audit_hash(previous bytea, a audit) returns bytea language sql stable as $$
  select sha256(coalesce(previous, '') || convert_to(string_agg(coalesce(octet_length(t) || ':' || t, '-'), '' order by n), 'UTF8'))
  from unnest(array[a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor, a.second_actor,
    a.command, a.subject, a.reason, a.actor_subject, a.second_subject]
    || case when a.proposal is null and a.amount is null then '{}' else array[a.proposal::text, a.amount::text] end)
    with ordinality as field (t, n)
$$;
