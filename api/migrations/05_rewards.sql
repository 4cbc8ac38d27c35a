-- Rewards for completed surveys, and thank-yous for late screen-outs.

create domain reward_state as text check (value in ('pending', 'available', 'reversed', 'forfeited'));

-- One completed survey of one panelist.
create table rewards (
  id uuid primary key,
  wallet_id uuid not null references wallets,
  partner text not null,
  survey_id text not null, -- the session's id if the partner names no survey, or once the profile is deleted
  session_id text not null unique,
  amount cents_above_zero not null,
  usd_micros bigint not null, -- the three that the amount was computed from
  share_ppm integer not null,
  zar_per_usd_micros bigint not null,
  state reward_state not null,
  changes integer not null default 0, -- how often it was corrected, reversed or reinstated: numbers its transfers
  earned_at timestamptz not null,
  release_at timestamptz not null,
  released_at timestamptz,
  unique (wallet_id, partner, survey_id)
);
create index rewards_earned on rewards using brin (earned_at) with (autosummarize = on);
create index rewards_of on rewards (wallet_id, earned_at desc);
create index rewards_to_release on rewards (release_at) where state = 'pending';

create function total_reward() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger_totals (book, account, amount)
  select 'states', 'pending', sum(amount) from (values (new.state, new.amount), (old.state, -old.amount)) as states (state, amount)
  where state = 'pending' having sum(amount) <> 0;
  return null;
end $$;
create trigger rewards_total_insert after insert on rewards for each row execute function total_reward();
create trigger rewards_total_update after update on rewards for each row execute function total_reward();

-- The thank-you for a session that a partner screened out late. It stays, whatever the partner reports later.
create table thank_yous (
  id uuid primary key,
  session_id text not null unique, -- outlives the session
  wallet_id uuid not null references wallets,
  amount cents_above_zero not null,
  at timestamptz not null
);
create index thank_yous_made on thank_yous (at) include (amount); -- for what a month's thank-yous cost
create index thank_yous_of on thank_yous (wallet_id, at);
create trigger thank_yous_kept before update or delete or truncate on thank_yous
  for each statement execute function refuse_change();
