-- Some rows that figures were counted from go: with a deleted profile its sign-up, its place in the panel's size and what it did,
-- and a rejected callback after 90 days. Such figures stay as they were stored when the others of a day are counted again.
create function can_be_counted_again(in_figure text, in_key text) returns boolean language sql immutable as $$
  select in_figure not in ('sign-ups', 'size', 'active') and not (in_figure = 'callbacks' and in_key like '%:failed')
$$;

-- Stores the figures of one day that are not stored yet, with the balance of each account at its end. The day before must be
-- stored. Every day that was counted has its sign-ups.
create or replace function roll_up_day(in_day date) returns void language sql as $$
  with figures as materialized (select * from figures_of_day(in_day))
  insert into daily_figures (figure, key, day, value)
  select figure, key, in_day, value from figures
  where can_be_counted_again(figure, key)
    or not exists (select from daily_figures d where d.figure = 'sign-ups' and d.key = '' and d.day = in_day)
  union all
  select 'balance', account, in_day, sum(amount)::bigint
  from (
    select key as account, value as amount from daily_figures where figure = 'balance' and day = in_day - 1
    union all
    select substring(key from position(':' in key) + 1), value from figures where figure = 'moved'
  ) b
  group by account
  on conflict do nothing
$$;

-- For each sign-up month: how many of those who are still there are profiled, completed a survey and withdrew. How many
-- signed up is a figure of its days, since whoever has left is in no row.
drop function signup_cohorts;
create function signup_cohorts(in_from timestamptz, in_to timestamptz)
returns table (month text, profiled integer, completed integer, withdrew integer)
language sql stable as $$
  select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM'),
    count(*) filter (where exists (select from submissions s where s.panelist_id = p.id and s.questionnaire = 'second-round'))::int,
    count(*) filter (where exists (select from rewards r where r.wallet_id = w.id))::int,
    count(*) filter (where exists (select from withdrawals d where d.wallet_id = w.id and d.state = 'paid'))::int
  from panelists p join wallets w on w.panelist_id = p.id
  where p.registered_at >= in_from and p.registered_at < in_to group by 1
$$;
