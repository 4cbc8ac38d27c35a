-- Withdrawals, their vouchers, and what the issuer's files say about them.

create domain withdrawal_state as text
  check (value in ('reserved', 'sending', 'unknown', 'needs-review', 'paid', 'returned'));

-- A request to pay out the whole available balance as one voucher. api/src/rewards/payout-steps.ts draws its states.
create table withdrawals (
  id uuid primary key,
  wallet_id uuid not null references wallets,
  amount cents_above_zero not null,
  state withdrawal_state not null,
  reference text not null unique, -- what the issuer knows it by, the same for every attempt
  did_sealed bytea, -- the device that gets the voucher; erased a day after the voucher has arrived
  requested_at timestamptz not null,
  first_sent_at timestamptz, -- the first request to the issuer
  unanswered_at timestamptz, -- the last request without an answer
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  unreachable_since timestamptz, -- since when every look-up of the device has failed
  outcome_code text, -- why it was returned, or what the issuer last said
  ended_at timestamptz,
  settled_at timestamptz, -- when an issuer's file first named it
  check ((state in ('paid', 'returned')) = (ended_at is not null)),
  check (first_sent_at is not null or state in ('reserved', 'returned', 'needs-review'))
);
create index withdrawals_due on withdrawals (next_attempt_at) where state in ('reserved', 'sending', 'unknown');
create index withdrawals_needing_review on withdrawals (requested_at) where state = 'needs-review';
create index withdrawals_not_settled on withdrawals (ended_at) where state = 'paid' and settled_at is null;
create index withdrawals_of on withdrawals (wallet_id, requested_at desc);
create index withdrawals_requested on withdrawals using brin (requested_at) with (autosummarize = on);
create index withdrawals_with_did on withdrawals (ended_at) where did_sealed is not null;
create unique index withdrawals_one_open on withdrawals (wallet_id)
  where state in ('reserved', 'sending', 'unknown', 'needs-review');

-- A withdrawal keeps what was requested, and its state follows the drawing.
create function check_withdrawal_step() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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
create trigger withdrawals_step before update on withdrawals for each row execute function check_withdrawal_step();
create trigger withdrawals_kept before delete or truncate on withdrawals
  for each statement execute function refuse_change();

create function total_withdrawal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_totals (book, account, amount)
  select 'states', case state when 'paid' then 'paid-out' else 'reserved' end, sum(amount)
  from (values (new.state, new.amount), (old.state, -old.amount)) as states (state, amount)
  where state <> 'returned' group by 2 having sum(amount) <> 0;
  return null;
end $$;
create trigger withdrawals_total_insert after insert on withdrawals for each row execute function total_withdrawal();
create trigger withdrawals_total_update after update on withdrawals for each row execute function total_withdrawal();

-- The voucher that paid a withdrawal.
create table vouchers (
  withdrawal_id uuid primary key references withdrawals,
  pin_sealed bytea, -- erased a day after the chat has taken it
  serial_last4 text not null,
  issuer_transaction text not null,
  expires_on date,
  issued_at timestamptz not null
);
create index vouchers_transaction on vouchers (issuer_transaction);

-- Money that was returned after its profile was deleted, and then paid to its owner by hand.
create table claims (
  withdrawal_id uuid primary key references withdrawals,
  amount bigint not null check (amount > 0)
);
create trigger claims_kept before update or delete or truncate on claims
  for each statement execute function refuse_change();

create function total_paid_out() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_totals (book, account, amount) values ('states', 'paid-out', new.amount);
  return null;
end $$;
create trigger claims_total after insert on claims for each row execute function total_paid_out();

-- The issuer's settlement files that operators read, one row per file.
create table settlement_files (
  id bigint generated always as identity primary key,
  day date not null,
  account text not null, -- who read it
  read_at timestamptz not null,
  verdicts jsonb not null -- number of lines and cents by verdict
);

-- The lines of those files: one row per reference of the issuer.
create table settlements (
  reference text primary key,
  amount bigint not null,
  serial_last4 text not null,
  transaction text not null,
  read_at timestamptz not null,
  readers jsonb not null default '[]' -- who read a file with this very line: [{"subject": ..., "account": ...}]
);
create index settlements_transaction on settlements (transaction);

-- The rows of the issuer's settlement files as they were compared, and our payouts that a file lacks.
create table settlement_rows (
  file_id bigint not null references settlement_files,
  position integer not null, -- in the order of the file; our payouts that it lacks come last
  reference text not null,
  transaction text, -- the issuer's; null if the file lacks the reference
  theirs bigint, -- cents in the file; null if it lacks the reference
  ours bigint, -- cents of our withdrawal; null if we don't know the reference
  verdict text not null check (verdict in
    ('matched', 'ours-only', 'still-open', 'amount-differs', 'theirs-only', 'issued-twice', 'issued-and-returned')),
  primary key (file_id, position)
);
create index settlement_rows_of on settlement_rows (reference);

-- Who asked the issuer about a reference, and when.
create table issuer_questions (
  id bigint generated always as identity primary key,
  reference text not null,
  account text not null,
  asked_at timestamptz not null
);

-- What the issuer charged without our having paid it out. Two people accepted it as a loss.
create table settlement_write_offs (
  id uuid not null unique, -- the subject of its transfer
  reference text not null,
  transaction text not null,
  amount bigint not null check (amount <> 0), -- cents that the issuer charged above what we had paid out; below zero if less
  written_off_at timestamptz not null,
  primary key (reference, transaction)
);
create trigger settlement_write_offs_kept before update or delete or truncate on settlement_write_offs
  for each statement execute function refuse_change();
create trigger settlement_write_offs_total after insert on settlement_write_offs for each row execute function total_paid_out();

-- While a freeze is open, no new voucher is requested.
create table payout_freezes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  reasons text[] not null, -- oldest first
  until_reconciled boolean not null default false, -- whether the issuer's files may lift it, as well as two people
  last_change_at timestamptz, -- the last change that survived a failover: files of every day since then are needed
  compared_days text[] not null default '{}', -- South African days whose files were read without a difference
  lifted_at timestamptz
);
create unique index payout_freezes_one on payout_freezes ((true)) where lifted_at is null;

-- The database cluster and timeline that payouts were last requested from. A promoted standby or a restored backup has
-- another timeline, and payouts freeze until the issuer's files were compared. At most one row.
create table database_timeline (
  id boolean primary key default true check (id),
  system_identifier bigint not null,
  timeline integer not null,
  seen_at timestamptz -- when a worker last saw it: everything until then has survived
);

-- Null on a standby. File names of the write-ahead log begin with the timeline.
create function current_timeline() returns table (system_identifier bigint, timeline integer) language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select s.system_identifier,
    case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end
  from pg_control_system() s
$$;
