-- The running totals of the three books, one row per shard: each trigger adds to one row once per statement. All books in
-- one row, because transactions that reach the books in different orders could otherwise deadlock.
create temporary table sums on commit drop as select book, account, sum(total) as total from ledger_totals group by book, account;
delete from ledger_totals;
alter table ledger_totals drop column book, drop column account, drop column total, add primary key (shard),
  add column postings_partner bigint not null default 0,
  add column postings_pending bigint not null default 0,
  add column postings_available bigint not null default 0,
  add column postings_reserved bigint not null default 0,
  add column postings_owed bigint not null default 0,
  add column postings_paid_out bigint not null default 0,
  add column postings_forfeited bigint not null default 0,
  add column postings_unclaimed bigint not null default 0,
  add column wallets_pending bigint not null default 0,
  add column wallets_available bigint not null default 0,
  add column wallets_reserved bigint not null default 0,
  add column wallets_owed bigint not null default 0,
  add column states_pending bigint not null default 0,
  add column states_reserved bigint not null default 0,
  add column states_paid_out bigint not null default 0;
-- Room for new versions of a row on its own page, which need no change of the index.
alter table ledger_totals set (fillfactor = 10);
insert into ledger_totals select 0,
  coalesce((select total from sums where book = 'postings' and account = 'partner'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'pending'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'available'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'reserved'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'owed'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'paid-out'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'forfeited'), 0),
  coalesce((select total from sums where book = 'postings' and account = 'unclaimed'), 0),
  coalesce((select total from sums where book = 'wallets' and account = 'pending'), 0),
  coalesce((select total from sums where book = 'wallets' and account = 'available'), 0),
  coalesce((select total from sums where book = 'wallets' and account = 'reserved'), 0),
  coalesce((select total from sums where book = 'wallets' and account = 'owed'), 0),
  coalesce((select total from sums where book = 'states' and account = 'pending'), 0),
  coalesce((select total from sums where book = 'states' and account = 'reserved'), 0),
  coalesce((select total from sums where book = 'states' and account = 'paid-out'), 0);

drop trigger postings_apply on postings;
drop trigger postings_total on postings;
drop trigger postings_balance on postings;
drop trigger wallets_total_insert on wallets;
drop trigger wallets_total_update on wallets;
drop trigger wallets_total_delete on wallets;
drop trigger rewards_total on rewards;
drop trigger withdrawals_total on withdrawals;
drop function total_postings, total_wallets, total_states, add_to_total;

create or replace function apply_postings() returns trigger language plpgsql as $$
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
  insert into ledger_totals as l (shard, postings_partner, postings_pending, postings_available, postings_reserved,
    postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed)
  select pg_backend_pid() % 64, sum(partner), sum(pending), sum(available), sum(reserved), sum(owed), sum(paid_out),
    sum(forfeited), sum(unclaimed)
  from (
    select sum(amount) as total,
      coalesce(sum(amount) filter (where account like 'partner:%'), 0) as partner,
      coalesce(sum(amount) filter (where account = 'pending'), 0) as pending,
      coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
      coalesce(sum(amount) filter (where account = 'owed'), 0) as owed,
      coalesce(sum(amount) filter (where account = 'paid-out'), 0) as paid_out,
      coalesce(sum(amount) filter (where account = 'forfeited'), 0) as forfeited,
      coalesce(sum(amount) filter (where account = 'unclaimed'), 0) as unclaimed
    from new_postings group by transfer_id
  ) t
  having bool_and(total = 0)
  on conflict (shard) do update set
    postings_partner = l.postings_partner + excluded.postings_partner,
    postings_pending = l.postings_pending + excluded.postings_pending,
    postings_available = l.postings_available + excluded.postings_available,
    postings_reserved = l.postings_reserved + excluded.postings_reserved,
    postings_owed = l.postings_owed + excluded.postings_owed,
    postings_paid_out = l.postings_paid_out + excluded.postings_paid_out,
    postings_forfeited = l.postings_forfeited + excluded.postings_forfeited,
    postings_unclaimed = l.postings_unclaimed + excluded.postings_unclaimed;
  if not found then
    raise exception 'a transfer has no postings, or postings that do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger postings_apply after insert on postings
  referencing new table as new_postings for each statement execute function apply_postings();

-- Postings sum to zero as they are inserted; at commit a transfer must also have some.
create or replace function check_transfer_balances() returns trigger language plpgsql as $$
begin
  if not exists (select from postings where transfer_id = new.id) then
    raise exception 'transfer % has no postings', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function total_wallets() returns trigger language plpgsql as $$
begin
  insert into ledger_totals as l (shard, wallets_pending, wallets_available, wallets_reserved, wallets_owed)
  select pg_backend_pid() % 64, d.pending, d.available, d.reserved, d.owed
  from (
    select a.pending - b.pending as pending, a.available - b.available as available,
      a.reserved - b.reserved as reserved, a.owed - b.owed as owed
    from
      (select sum(pending) as pending, sum(available) as available, sum(reserved) as reserved, sum(owed) as owed from after_change) a,
      (select sum(pending) as pending, sum(available) as available, sum(reserved) as reserved, sum(owed) as owed from before_change) b
  ) d
  where (d.pending, d.available, d.reserved, d.owed) <> (0, 0, 0, 0)
  on conflict (shard) do update set
    wallets_pending = l.wallets_pending + excluded.wallets_pending,
    wallets_available = l.wallets_available + excluded.wallets_available,
    wallets_reserved = l.wallets_reserved + excluded.wallets_reserved,
    wallets_owed = l.wallets_owed + excluded.wallets_owed;
  return null;
end $$;
create trigger wallets_total after update on wallets
  referencing old table as before_change new table as after_change for each statement execute function total_wallets();
-- A wallet begins with nothing and is never deleted, so that only its changes have to be counted.
create function check_empty_wallet() returns trigger language plpgsql as $$
begin
  if (new.pending, new.available, new.reserved, new.owed) <> (0, 0, 0, 0) then
    raise exception 'a wallet begins with nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger wallets_empty before insert on wallets for each row execute function check_empty_wallet();
create trigger wallets_kept before delete on wallets for each statement execute function refuse_change();

-- What a state of rewards and withdrawals means for an account.
create function add_states(in_pending numeric, in_reserved numeric, in_paid_out numeric) returns void language plpgsql as $$
begin
  if (in_pending, in_reserved, in_paid_out) <> (0, 0, 0) then
    insert into ledger_totals as l (shard, states_pending, states_reserved, states_paid_out)
    values (pg_backend_pid() % 64, in_pending, in_reserved, in_paid_out)
    on conflict (shard) do update set
      states_pending = l.states_pending + excluded.states_pending,
      states_reserved = l.states_reserved + excluded.states_reserved,
      states_paid_out = l.states_paid_out + excluded.states_paid_out;
  end if;
end $$;
create function total_rewards() returns trigger language plpgsql as $$
declare
  pending_change numeric;
begin
  select coalesce(sum(amount), 0) into pending_change from after_change where state = 'pending';
  if tg_op = 'UPDATE' then
    select pending_change - coalesce(sum(amount), 0) into pending_change from before_change where state = 'pending';
  end if;
  perform add_states(pending_change, 0, 0);
  return null;
end $$;
create trigger rewards_total_insert after insert on rewards
  referencing new table as after_change for each statement execute function total_rewards();
create trigger rewards_total_update after update on rewards
  referencing old table as before_change new table as after_change for each statement execute function total_rewards();
create function total_withdrawals() returns trigger language plpgsql as $$
declare
  before_reserved numeric := 0;
  before_paid numeric := 0;
  after_reserved numeric;
  after_paid numeric;
begin
  select coalesce(sum(amount) filter (where state not in ('paid', 'returned')), 0), coalesce(sum(amount) filter (where state = 'paid'), 0)
    into after_reserved, after_paid from after_change;
  if tg_op = 'UPDATE' then
    select coalesce(sum(amount) filter (where state not in ('paid', 'returned')), 0), coalesce(sum(amount) filter (where state = 'paid'), 0)
      into before_reserved, before_paid from before_change;
  end if;
  perform add_states(0, after_reserved - before_reserved, after_paid - before_paid);
  return null;
end $$;
create trigger withdrawals_total_insert after insert on withdrawals
  referencing new table as after_change for each statement execute function total_withdrawals();
create trigger withdrawals_total_update after update on withdrawals
  referencing old table as before_change new table as after_change for each statement execute function total_withdrawals();

-- The database refuses a second transfer of the same key, so nobody has to compare what the two say.
alter table transfers alter column digest drop not null;
