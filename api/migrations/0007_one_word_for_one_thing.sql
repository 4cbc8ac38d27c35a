-- A withdrawal ends as paid or returned, and what a person has to decide needs review: the same words as in the ledger,
-- in the history and for operators.
alter table withdrawals disable trigger user;
drop index withdrawals_one_open, withdrawals_parked, messages_parked;
alter table withdrawals
  drop constraint withdrawals_state_check, drop constraint withdrawals_check, drop constraint withdrawals_check1;
update withdrawals set state = case state when 'settled' then 'paid' when 'reversed' then 'returned' else 'needs-review' end
  where state in ('settled', 'reversed', 'manual');
alter table withdrawals
  add constraint withdrawals_state check (state in ('reserved', 'sending', 'unknown', 'needs-review', 'paid', 'returned')),
  add constraint withdrawals_ended check ((state in ('paid', 'returned')) = (ended_at is not null)),
  add constraint withdrawals_first_sent check (first_sent_at is not null or state in ('reserved', 'returned', 'needs-review'));
alter table withdrawals enable trigger user;
create unique index withdrawals_one_open on withdrawals (wallet_id)
  where state in ('reserved', 'sending', 'unknown', 'needs-review');
create index withdrawals_needing_review on withdrawals (requested_at) where state = 'needs-review';
-- What is still to be erased once it has arrived: about a day's worth.
create index withdrawals_with_did on withdrawals (ended_at) where did_sealed is not null;

alter table messages drop constraint messages_state_check;
update messages set state = 'needs-review' where state = 'manual';
alter table messages add constraint messages_state
  check (state in ('waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'));
create index messages_needing_review on messages (created_at) where state = 'needs-review';

create or replace function check_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.wallet_id <> old.wallet_id or new.amount <> old.amount or new.reference <> old.reference
    or new.requested_at <> old.requested_at
    or (old.first_sent_at is not null and new.first_sent_at is distinct from old.first_sent_at and new.state <> 'reserved') then
    raise exception 'a withdrawal keeps what it was asked for' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('reserved', 'sending'), ('reserved', 'returned'),
    ('sending', 'reserved'), ('sending', 'paid'), ('sending', 'returned'), ('sending', 'unknown'), ('sending', 'needs-review'),
    ('unknown', 'sending'), ('unknown', 'paid'), ('unknown', 'returned'), ('unknown', 'needs-review'),
    ('needs-review', 'paid'), ('needs-review', 'returned')) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function total_states() returns trigger language plpgsql as $$
declare
  old_account text;
  new_account text;
begin
  if tg_op <> 'INSERT' then
    old_account := case when tg_table_name = 'rewards' then case old.state when 'pending' then 'pending' end
      else case when old.state = 'paid' then 'paid-out' when old.state <> 'returned' then 'reserved' end end;
    if old_account is not null then perform add_to_total('states', old_account, -old.amount); end if;
  end if;
  new_account := case when tg_table_name = 'rewards' then case new.state when 'pending' then 'pending' end
    else case when new.state = 'paid' then 'paid-out' when new.state <> 'returned' then 'reserved' end end;
  if new_account is not null then perform add_to_total('states', new_account, new.amount); end if;
  return null;
end $$;
