-- What nobody is left to receive: a withdrawal that came back after its profile was deleted.
alter table postings drop constraint postings_account_check, add constraint postings_account_check
  check (account in ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed') or account like 'partner:%');
alter table ledger_totals drop constraint ledger_totals_account_check, add constraint ledger_totals_account_check
  check (account in ('partner', 'pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed'));

-- How often a message was sent without our hearing what became of it; being unable to send it at all doesn't count.
alter table messages add column unknowns integer not null default 0;
create index messages_parked on messages (created_at) where state = 'manual';
create index withdrawals_parked on withdrawals (requested_at) where state = 'manual';
create index partner_events_withheld on partner_events (id) where effect = 'over-daily-cap';

-- An attempt that the issuer never began, with none before it, leaves a withdrawal as it was.
create or replace function check_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.wallet_id <> old.wallet_id or new.amount <> old.amount or new.reference <> old.reference
    or new.requested_at <> old.requested_at
    or (old.first_sent_at is not null and new.first_sent_at is distinct from old.first_sent_at and new.state <> 'reserved') then
    raise exception 'a withdrawal keeps what it was asked for' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('reserved', 'sending'), ('reserved', 'reversed'), ('sending', 'reserved'), ('sending', 'settled'), ('sending', 'reversed'),
    ('sending', 'unknown'), ('sending', 'manual'),
    ('unknown', 'sending'), ('unknown', 'settled'), ('unknown', 'reversed'), ('unknown', 'manual'),
    ('manual', 'settled'), ('manual', 'reversed')) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A reward that was first told at another price than its completion's.
alter table transfers drop constraint transfers_kind_check, add constraint transfers_kind_check check (kind in
  ('earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved', 'withdrawal-paid', 'withdrawal-returned', 'forfeited'));
