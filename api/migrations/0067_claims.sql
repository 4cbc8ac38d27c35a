-- Money that came back after its profile was deleted and that was paid to its owner by hand. What is paid out by the postings is compared with
-- paid withdrawals and these.
create table claims (
  withdrawal_id uuid primary key references withdrawals,
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null
);
revoke update, delete on claims from panel_app;

create function total_claim() returns trigger language plpgsql as $$
begin
  insert into ledger_totals (states_paid_out) values (new.amount);
  return null;
end $$;
create trigger claims_total after insert on claims for each row execute function total_claim();

-- After a restore two people record a withdrawal as paid by a voucher that the issuer's file has under another reference.
create index settlements_transaction on settlements (transaction);

alter domain transfer_kind drop constraint transfer_kind_check;
alter domain transfer_kind add check (value in ('earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved',
  'withdrawal-paid', 'withdrawal-returned', 'claimed', 'forfeited', 'written-off', 'debt-restored'));
