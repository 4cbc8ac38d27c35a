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
