-- Every rand, to the cent. A transfer moves value between accounts by postings that sum to zero; nothing is ever changed
-- or taken out, a correction is another transfer. A wallet holds a panelist's four balances, kept by the postings
-- themselves; when a profile is deleted the wallet stays and points to nobody.

create table wallets (
  id uuid primary key,
  panelist_id uuid unique references panelists on delete set null,
  pending bigint not null default 0 check (pending >= 0),
  available bigint not null default 0 check (available >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- What a late reversal took back of money that was already withdrawn; later rewards pay it off first.
  owed bigint not null default 0 check (owed <= 0)
);

insert into wallets (id, panelist_id) select gen_random_uuid(), id from panelists;

create table transfers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('earned', 'released', 'reversed', 'reinstated', 'withdrawal-reserved', 'withdrawal-paid', 'withdrawal-returned', 'forfeited')),
  -- What it is done for, once: 'earned:{reward}', 'withdrawal-paid:{withdrawal}' …
  key text not null unique,
  wallet_id uuid not null references wallets,
  -- What it says, so that the same key with another content is noticed.
  digest bytea not null,
  at timestamptz not null
);
create index transfers_of on transfers (wallet_id, at);

create table postings (
  transfer_id bigint not null references transfers,
  -- pending, available, reserved and owed are the wallet's; partner:…, paid-out and forfeited are ours and keep no balance.
  account text not null check (account in ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited') or account like 'partner:%'),
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, account)
);

-- A posting changes the balance it is about, in the same statement's transaction. `no key update` is what foreign keys
-- of other rows can live with; `update` would deadlock with them.
create function apply_postings() returns trigger language plpgsql as $$
begin
  update wallets w set
    pending = w.pending + d.pending,
    available = w.available + d.available,
    reserved = w.reserved + d.reserved,
    owed = w.owed + d.owed
  from (
    select t.wallet_id,
      coalesce(sum(n.amount) filter (where n.account = 'pending'), 0) as pending,
      coalesce(sum(n.amount) filter (where n.account = 'available'), 0) as available,
      coalesce(sum(n.amount) filter (where n.account = 'reserved'), 0) as reserved,
      coalesce(sum(n.amount) filter (where n.account = 'owed'), 0) as owed
    from new_postings n join transfers t on t.id = n.transfer_id
    group by t.wallet_id
  ) d
  where w.id = d.wallet_id;
  return null;
end $$;
create trigger postings_apply after insert on postings
  referencing new table as new_postings for each statement execute function apply_postings();

-- A transfer whose postings don't sum to zero, or that has none, can't be committed.
create function check_transfer_balances() returns trigger language plpgsql as $$
declare
  total numeric;
  entries integer;
  transfer bigint;
begin
  if tg_table_name = 'transfers' then transfer := new.id; else transfer := new.transfer_id; end if;
  select coalesce(sum(amount), 0), count(*) into total, entries from postings where transfer_id = transfer;
  if total <> 0 or entries < 2 then
    raise exception 'transfer % has % postings that sum to %', transfer, entries, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger transfers_balance after insert on transfers
  deferrable initially deferred for each row execute function check_transfer_balances();
create constraint trigger postings_balance after insert on postings
  deferrable initially deferred for each row execute function check_transfer_balances();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transfers_kept before update or delete or truncate on transfers for each statement execute function refuse_change();
create trigger postings_kept before update or delete or truncate on postings for each statement execute function refuse_change();

-- One completed survey of one panelist, and where its reward stands.
create table rewards (
  id uuid primary key,
  wallet_id uuid not null references wallets,
  partner text not null,
  survey_id text not null,
  session_id text not null unique,
  amount bigint not null check (amount > 0),
  -- What the amount was made from, frozen when it was earned.
  usd_micros bigint not null,
  share_ppm integer not null,
  zar_per_usd_micros bigint not null,
  state text not null check (state in ('pending', 'available', 'reversed')),
  -- How often it was reversed or reinstated: part of each transfer's key.
  changes integer not null default 0,
  earned_at timestamptz not null,
  release_at timestamptz not null,
  released_at timestamptz,
  -- One completion per survey per panelist.
  unique (wallet_id, partner, survey_id)
);
create index rewards_of on rewards (wallet_id, earned_at desc);
create index rewards_to_release on rewards (release_at) where state = 'pending';

create table withdrawals (
  id uuid primary key,
  wallet_id uuid not null references wallets,
  amount bigint not null check (amount >= 5000),
  state text not null check (state in ('reserved', 'sending', 'unknown', 'manual', 'settled', 'reversed')),
  -- What the issuer knows it by; the same for every attempt.
  reference text not null unique,
  -- The device whose chat the voucher goes to, encrypted; it outlives the profile, and goes once the voucher has arrived.
  did_sealed bytea,
  requested_at timestamptz not null,
  first_sent_at timestamptz,
  -- The last attempt that got no answer: until it can no longer arrive at the issuer, a refusal of another proves nothing.
  unanswered_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  outcome_code text,
  ended_at timestamptz,
  check ((state in ('settled', 'reversed')) = (ended_at is not null)),
  check (first_sent_at is not null or state in ('reserved', 'reversed', 'manual'))
);
create unique index withdrawals_one_open on withdrawals (wallet_id) where state in ('reserved', 'sending', 'unknown', 'manual');
create index withdrawals_of on withdrawals (wallet_id, requested_at desc);
create index withdrawals_due on withdrawals (next_attempt_at) where state in ('reserved', 'sending', 'unknown');

-- The only ways a withdrawal may go.
create function check_withdrawal_step() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.wallet_id <> old.wallet_id or new.amount <> old.amount or new.reference <> old.reference
    or new.requested_at <> old.requested_at or (old.first_sent_at is not null and new.first_sent_at is distinct from old.first_sent_at) then
    raise exception 'a withdrawal keeps what it was asked for' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('reserved', 'sending'), ('reserved', 'reversed'), ('sending', 'settled'), ('sending', 'reversed'), ('sending', 'unknown'), ('sending', 'manual'),
    ('unknown', 'sending'), ('unknown', 'settled'), ('unknown', 'reversed'), ('unknown', 'manual'),
    ('manual', 'settled'), ('manual', 'reversed')) then
    raise exception 'a withdrawal does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger withdrawals_step before update on withdrawals for each row execute function check_withdrawal_step();
create trigger withdrawals_kept before delete or truncate on withdrawals for each statement execute function refuse_change();

create table vouchers (
  withdrawal_id uuid primary key references withdrawals,
  -- Encrypted, and erased a day after the chat has taken it.
  pin_sealed bytea,
  serial_last4 text not null,
  issuer_transaction text not null,
  expires_on date,
  issued_at timestamptz not null
);

-- What the chat has to be told, written in the transaction that made it so.
create table messages (
  id uuid primary key,
  kind text not null check (kind in ('voucher', 'withdrawal-returned', 'invitation', 'task')),
  -- What it is about, once per kind.
  subject text not null,
  panelist_id uuid references panelists on delete set null,
  state text not null check (state in ('waiting', 'sending', 'unknown', 'sent', 'dropped', 'manual')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (kind, subject)
);
create index messages_due on messages (next_attempt_at) where state in ('waiting', 'sending', 'unknown');

-- Running totals of the same money as three books see it: the postings, the wallets, and the states of rewards and
-- withdrawals. They must always agree, and comparing them costs the same at ten rows or ten million. One row per
-- connection's shard, so that no two withdrawals wait for each other.
create table ledger_totals (
  shard integer not null,
  book text not null check (book in ('postings', 'wallets', 'states')),
  account text not null check (account in ('partner', 'pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited')),
  total bigint not null,
  primary key (shard, book, account)
);

create function add_to_total(in_book text, in_account text, amount bigint) returns void language sql as $$
  insert into ledger_totals (shard, book, account, total)
  select pg_backend_pid() % 64, in_book, in_account, amount where amount <> 0
  on conflict (shard, book, account) do update set total = ledger_totals.total + excluded.total
$$;

create function total_postings() returns trigger language plpgsql as $$
begin
  perform add_to_total('postings', account, sum(amount)::bigint)
  from (select case when account like 'partner:%' then 'partner' else account end as account, amount from changed) c
  group by account order by account;
  return null;
end $$;
create trigger postings_total after insert on postings
  referencing new table as changed for each statement execute function total_postings();

create function total_wallets() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform add_to_total('wallets', account, -sum(amount)::bigint)
    from before_change w, lateral (values ('pending', w.pending), ('available', w.available), ('reserved', w.reserved), ('owed', w.owed)) v (account, amount)
    group by account order by account;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    perform add_to_total('wallets', account, sum(amount)::bigint)
    from after_change w, lateral (values ('pending', w.pending), ('available', w.available), ('reserved', w.reserved), ('owed', w.owed)) v (account, amount)
    group by account order by account;
  end if;
  return null;
end $$;
create trigger wallets_total_insert after insert on wallets referencing new table as after_change
  for each statement execute function total_wallets();
create trigger wallets_total_update after update on wallets referencing old table as before_change new table as after_change
  for each statement execute function total_wallets();
create trigger wallets_total_delete after delete on wallets referencing old table as before_change
  for each statement execute function total_wallets();

-- What a reward or a withdrawal in some state means for an account.
create function total_states() returns trigger language plpgsql as $$
declare
  old_account text;
  new_account text;
begin
  if tg_op <> 'INSERT' then
    old_account := case when tg_table_name = 'rewards' then case old.state when 'pending' then 'pending' end
      else case when old.state = 'settled' then 'paid-out' when old.state <> 'reversed' then 'reserved' end end;
    if old_account is not null then perform add_to_total('states', old_account, -old.amount); end if;
  end if;
  new_account := case when tg_table_name = 'rewards' then case new.state when 'pending' then 'pending' end
    else case when new.state = 'settled' then 'paid-out' when new.state <> 'reversed' then 'reserved' end end;
  if new_account is not null then perform add_to_total('states', new_account, new.amount); end if;
  return null;
end $$;
create trigger rewards_total after insert or update of state, amount on rewards for each row execute function total_states();
create trigger withdrawals_total after insert or update of state, amount on withdrawals for each row execute function total_states();
