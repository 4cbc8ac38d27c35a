-- Every rand, to the cent, in double entry. A transfer moves money between accounts by postings that sum to zero. Nothing is
-- ever changed or deleted: a correction is another transfer. What a column may hold is a domain, because PostgreSQL plans a
-- table's own checks again for every statement. Triggers write balances and totals as the owner; no process may.

create domain cents_held as bigint check (value >= 0);
create domain cents_owed as bigint check (value <= 0);
create domain cents_above_zero as bigint check (value > 0);
create domain cents_of_posting as bigint check (value <> 0);
create domain account_name as text check (
  value in ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed', 'write-off', 'thank-you')
  or value like 'partner:%');
create domain transfer_kind as text check (value in (
  'earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved', 'withdrawal-paid', 'withdrawal-returned',
  'claimed', 'forfeited', 'written-off', 'debt-restored', 'thanked'));

-- A panelist's balances in cents, kept by the postings. A wallet outlives its profile.
create table wallets (
  id uuid primary key,
  panelist_id uuid unique references panelists on delete set null, -- null once the profile is deleted
  pending cents_held not null default 0,
  available cents_held not null default 0,
  reserved cents_held not null default 0, -- for a withdrawal that is under way
  owed cents_owed not null default 0, -- what was reversed after it had been withdrawn
  earned bigint not null default 0, -- all rewards so far, less reversals
  is_of_returner boolean not null default false, -- whether the panelist had an earlier profile, so that tombstones count
  row_lock boolean check (row_lock is null) -- processes may update only this column: locking a row needs that right
) with (fillfactor = 80);

create function check_empty_wallet() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.pending, new.available, new.reserved, new.owed, new.earned) <> (0, 0, 0, 0, 0) then
    raise exception 'a wallet begins with nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger wallets_empty before insert on wallets for each row execute function check_empty_wallet();
create trigger wallets_kept before delete on wallets for each statement execute function refuse_change();

-- One movement of money.
create table transfers (
  id bigint generated always as identity primary key,
  kind transfer_kind not null,
  subject uuid not null, -- a reward, a withdrawal, a thank-you, a write-off, or the wallet itself
  change integer not null default 0, -- counts the changes of a reward, which may have several transfers of a kind
  wallet_id uuid references wallets, -- null for a move between the panel's own accounts
  at timestamptz not null,
  unique (subject, kind, change)
);
create index transfers_made on transfers using brin (at) with (autosummarize = on);
create index transfers_of on transfers (wallet_id, at);
create trigger transfers_kept before update or delete or truncate on transfers
  for each statement execute function refuse_change();

-- What a transfer adds to an account. The first four accounts are the wallet's, the others are the panel's own.
create table postings (
  transfer_id bigint not null references transfers,
  account account_name not null,
  amount cents_of_posting not null,
  primary key (transfer_id, account)
);
create index postings_unclaimed on postings (transfer_id) where account = 'unclaimed';
create trigger postings_kept before update or delete or truncate on postings
  for each statement execute function refuse_change();

create domain ledger_book as text check (value in ('postings', 'wallets', 'states'));
-- Running totals of the same money in three books: postings, wallets, and the states of rewards and withdrawals. Each change
-- appends rows, so that no transaction waits for another; the worker adds the rows up. The three books must always agree.
create table ledger_totals (
  book ledger_book not null,
  account account_name not null, -- all partners are one: 'partner:all'
  amount bigint not null
);

-- Postings sum to zero for each transfer, change the wallet, and are added to the totals.
create function apply_postings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from new_postings group by transfer_id having sum(amount) <> 0) then
    raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
  end if;
  with moved as (
    select t.wallet_id, case when n.account like 'partner:%' then 'partner:all' else n.account end as account,
      sum(n.amount) as amount
    from new_postings n join transfers t on t.id = n.transfer_id group by 1, 2
  ),
  applied as (
    update wallets w set pending = w.pending + m.pending, available = w.available + m.available,
      reserved = w.reserved + m.reserved, owed = w.owed + m.owed, earned = w.earned + m.earned
    from (
      select wallet_id,
        coalesce(sum(amount) filter (where account = 'pending'), 0) as pending,
        coalesce(sum(amount) filter (where account = 'available'), 0) as available,
        coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
        coalesce(sum(amount) filter (where account = 'owed'), 0) as owed,
        coalesce(-sum(amount) filter (where account in ('partner:all', 'thank-you')), 0) as earned
      from moved group by wallet_id
    ) m where w.id = m.wallet_id
  )
  insert into ledger_totals (book, account, amount) select 'postings', account, sum(amount) from moved group by account;
  return null;
end $$;
create trigger postings_apply after insert on postings
  referencing new table as new_postings for each statement execute function apply_postings();

-- A transfer without postings can't be committed.
create function check_transfer_balances() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from postings where transfer_id = new.id) then
    raise exception 'transfer % has no postings', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger transfers_balance after insert on transfers deferrable initially deferred
  for each row execute function check_transfer_balances();

create function total_wallet() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_totals (book, account, amount)
  select 'wallets', account, change from (values
    ('pending', new.pending - old.pending), ('available', new.available - old.available),
    ('reserved', new.reserved - old.reserved), ('owed', new.owed - old.owed)) as changes (account, change)
  where change <> 0;
  return null;
end $$;
create trigger wallets_total after update on wallets for each row execute function total_wallet();
