-- The running totals of the three books, as rows that are only added: a change of an amount appends what it changed, and the
-- worker adds the rows up to one. No transaction waits for another one's totals or updates a row that others read.
drop trigger wallets_total on wallets;
drop trigger rewards_total_insert on rewards;
drop trigger rewards_total_update on rewards;
drop trigger withdrawals_total_insert on withdrawals;
drop trigger withdrawals_total_update on withdrawals;
drop function total_wallets, total_rewards, total_withdrawals, add_states;
alter table ledger_totals drop column shard;
alter table ledger_totals reset (fillfactor);

-- What the wallets hold, counted from their rows.
create function total_wallet() returns trigger language plpgsql as $$
begin
  insert into ledger_totals (wallets_pending, wallets_available, wallets_reserved, wallets_owed)
  values (new.pending - old.pending, new.available - old.available, new.reserved - old.reserved, new.owed - old.owed);
  return null;
end $$;
create trigger wallets_total after update on wallets for each row
  when ((old.pending, old.available, old.reserved, old.owed) is distinct from (new.pending, new.available, new.reserved, new.owed))
  execute function total_wallet();

-- What the states of withdrawals and rewards say, counted from their rows. In the trigger of an insert `old` is null, so
-- that its amount counts as nothing.
create function total_withdrawal() returns trigger language plpgsql as $$
begin
  insert into ledger_totals (states_reserved, states_paid_out) values (
    case when new.state not in ('paid', 'returned') then new.amount else 0 end
      - case when old.state not in ('paid', 'returned') then old.amount else 0 end,
    case new.state when 'paid' then new.amount else 0 end - case old.state when 'paid' then old.amount else 0 end);
  return null;
end $$;
create trigger withdrawals_total_insert after insert on withdrawals for each row execute function total_withdrawal();
create trigger withdrawals_total_update after update on withdrawals for each row
  when (old.state <> new.state or old.amount <> new.amount) execute function total_withdrawal();

create function total_reward() returns trigger language plpgsql as $$
begin
  insert into ledger_totals (states_pending) values (
    case new.state when 'pending' then new.amount else 0 end - case old.state when 'pending' then old.amount else 0 end);
  return null;
end $$;
create trigger rewards_total_insert after insert on rewards for each row execute function total_reward();
create trigger rewards_total_update after update on rewards for each row
  when (old.state <> new.state or old.amount <> new.amount) execute function total_reward();

-- Each transfer's postings must sum to zero; they change its wallet and are counted.
create or replace function apply_postings() returns trigger language plpgsql as $$
declare
  t record;
begin
  for t in
    select transfer_id, sum(amount) as total,
      sum(case when account like 'partner:%' then amount else 0 end) as partner,
      sum(case account when 'pending' then amount else 0 end) as pending, sum(case account when 'available' then amount else 0 end) as available,
      sum(case account when 'reserved' then amount else 0 end) as reserved, sum(case account when 'owed' then amount else 0 end) as owed,
      sum(case account when 'paid-out' then amount else 0 end) as paid_out, sum(case account when 'forfeited' then amount else 0 end) as forfeited,
      sum(case account when 'unclaimed' then amount else 0 end) as unclaimed, sum(case account when 'write-off' then amount else 0 end) as write_off
    from new_postings group by transfer_id
  loop
    if t.total <> 0 then
      raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
    end if;
    update wallets w set pending = w.pending + t.pending, available = w.available + t.available,
      reserved = w.reserved + t.reserved, owed = w.owed + t.owed
    where w.id = (select b.wallet_id from transfers b where b.id = t.transfer_id);
    insert into ledger_totals (postings_partner, postings_pending, postings_available, postings_reserved,
      postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off)
    values (t.partner, t.pending, t.available, t.reserved, t.owed, t.paid_out, t.forfeited, t.unclaimed, t.write_off);
  end loop;
  return null;
end $$;

-- Replaces the rows of the running totals by their sum. Whoever reads at the same time sees either.
create function add_up_ledger_totals() returns integer language sql as $$
  with rows as (delete from ledger_totals returning *),
  total as (
    insert into ledger_totals (postings_partner, postings_pending, postings_available, postings_reserved, postings_owed,
      postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off, wallets_pending, wallets_available,
      wallets_reserved, wallets_owed, states_pending, states_reserved, states_paid_out)
    select sum(postings_partner), sum(postings_pending), sum(postings_available), sum(postings_reserved), sum(postings_owed),
      sum(postings_paid_out), sum(postings_forfeited), sum(postings_unclaimed), sum(postings_write_off), sum(wallets_pending),
      sum(wallets_available), sum(wallets_reserved), sum(wallets_owed), sum(states_pending), sum(states_reserved), sum(states_paid_out)
    from rows having count(*) > 0
  )
  select count(*)::int from rows
$$;
