-- A voucher that the issuer's file names, of a withdrawal that we have not sent: a failover lost that it was. People decide about it; sent again it
-- would be a second voucher.
create or replace function check_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.wallet_id <> old.wallet_id or new.amount <> old.amount or new.reference <> old.reference
    or new.requested_at <> old.requested_at
    or (old.first_sent_at is not null and new.first_sent_at is distinct from old.first_sent_at and new.state <> 'reserved') then
    raise exception 'a withdrawal keeps what it was asked for' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('reserved', 'sending'), ('reserved', 'returned'), ('reserved', 'needs-review'),
    ('sending', 'reserved'), ('sending', 'paid'), ('sending', 'returned'), ('sending', 'unknown'), ('sending', 'needs-review'),
    ('unknown', 'sending'), ('unknown', 'paid'), ('unknown', 'returned'), ('unknown', 'needs-review'),
    ('needs-review', 'paid'), ('needs-review', 'returned')) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The last change that the database has of before it was replaced: what was lost came after it, so that the issuer's files of every day since then are
-- needed.
alter table payout_freezes add column last_change_at timestamptz;
