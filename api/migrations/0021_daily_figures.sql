-- What the console draws over time: figures of each South African day that is over, so that a page costs the same at any
-- size of the panel. The worker adds a day's figures once; they can be counted again from the rows.
create table daily_figures (
  figure text not null,
  -- What it is counted by: a partner, a status, a kind of transfer and its account …
  key text not null,
  day date not null,
  value bigint not null,
  primary key (figure, key, day)
);
create index daily_figures_of_day on daily_figures (day);

-- Rows are added in the order of their times, so small indexes of ranges find a day's rows and cost the calls nothing.
create index panelists_registered on panelists (registered_at);
create index submissions_submitted on submissions using brin (submitted_at) with (autosummarize = on);
create index survey_sessions_created on survey_sessions using brin (created_at) with (autosummarize = on);
create index survey_sessions_returned on survey_sessions using brin (returned_at) with (autosummarize = on);
create index partner_events_received on partner_events using brin (received_at) with (autosummarize = on);
create index rewards_earned on rewards using brin (earned_at) with (autosummarize = on);
create index rewards_released on rewards using brin (released_at) with (autosummarize = on);
create index transfers_made on transfers using brin (at) with (autosummarize = on);
create index withdrawals_requested on withdrawals using brin (requested_at) with (autosummarize = on);

-- The last time each panelist did something in a period: signed up, answered, opened a survey or withdrew.
create function last_activity(in_from timestamptz, in_to timestamptz) returns table (panelist_id uuid, at timestamptz)
language sql stable as $$
  select a.panelist_id, max(a.at) from (
    select id as panelist_id, registered_at as at from panelists where registered_at >= in_from and registered_at < in_to
    union all
    select s.panelist_id, s.submitted_at from submissions s where s.submitted_at >= in_from and s.submitted_at < in_to
    union all
    select s.panelist_id, s.created_at from survey_sessions s
    where s.created_at >= in_from and s.created_at < in_to and s.panelist_id is not null
    union all
    select w.panelist_id, d.requested_at from withdrawals d join wallets w on w.id = d.wallet_id
    where d.requested_at >= in_from and d.requested_at < in_to and w.panelist_id is not null
  ) a group by a.panelist_id
$$;

-- The figures of one day, counted from the rows.
create function figures_of_day(in_day date) returns table (figure text, key text, value bigint)
language plpgsql stable as $$
declare
  starts timestamptz := in_day::timestamp at time zone 'Africa/Johannesburg';
  ends timestamptz := (in_day + 1)::timestamp at time zone 'Africa/Johannesburg';
begin
  return query select 'sign-ups', '', count(*) from panelists p where p.registered_at >= starts and p.registered_at < ends;
  return query select 'size', p.status, count(*) from panelists p where p.registered_at < ends group by p.status;
  return query
    select 'active', w.days::text, count(*)
    from last_activity(ends - interval '365 days', ends) a
    join panelists p on p.id = a.panelist_id and p.status = 'approved'
    join unnest(array[7, 30, 90, 365]) as w (days) on a.at >= ends - w.days * interval '1 day'
    group by w.days;
  return query
    select 'entered', s.partner, count(*) from survey_sessions s where s.created_at >= starts and s.created_at < ends group by s.partner;
  return query
    select 'returned', s.partner, count(*) from survey_sessions s where s.returned_at >= starts and s.returned_at < ends group by s.partner;
  -- How long the completed ones took, in whole minutes, an hour at most.
  return query
    select 'minutes', s.partner || ':' || least(60, floor(extract(epoch from s.returned_at - s.created_at) / 60)::int), count(*)
    from survey_sessions s
    where s.returned_at >= starts and s.returned_at < ends and s.outcome = 'complete'
    group by 2;
  return query
    select 'callbacks', e.partner || ':' || e.trust, count(*) from partner_events e
    where e.received_at >= starts and e.received_at < ends group by 2;
  return query
    select 'technical-codes', e.partner || ':' || e.raw_code, count(*) from partner_events e
    where e.received_at >= starts and e.received_at < ends and e.outcome = 'technical' and e.raw_code is not null group by 2;
  -- What partners owe for the completions of the day, in cents.
  return query
    select 'owed-by-partner', r.partner, sum(r.usd_micros::numeric * r.zar_per_usd_micros / 10000000000)::bigint
    from rewards r where r.earned_at >= starts and r.earned_at < ends group by r.partner;
  return query
    select 'released', r.partner, count(*) from rewards r where r.released_at >= starts and r.released_at < ends group by r.partner;
  return query
    select f.figure, t.kind || ':' || p.account, case f.figure when 'moved' then sum(p.amount)::bigint else count(*) end
    from transfers t join postings p on p.transfer_id = t.id cross join (values ('moved'), ('transfers')) as f (figure)
    where t.at >= starts and t.at < ends group by f.figure, 2;
  -- Rewards taken back less those credited again, by the month in which they were earned.
  return query
    select 'reversed-of-month', r.partner || ':' || to_char(r.earned_at at time zone 'Africa/Johannesburg', 'YYYY-MM'),
      sum(case t.kind when 'reversed' then 1 else -1 end)
    from transfers t join rewards r on r.id = split_part(t.key, ':', 2)::uuid
    where t.at >= starts and t.at < ends and t.kind in ('reversed', 'reinstated') group by 2;
end $$;

-- Stores the figures of one day, with the balance of each account at its end. The day before must be stored.
create function roll_up_day(in_day date) returns void language sql as $$
  with figures as materialized (select * from figures_of_day(in_day))
  insert into daily_figures (figure, key, day, value)
  select figure, key, in_day, value from figures
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

-- The first day that anything happened on.
create function first_day() returns date language sql stable as $$
  select (least(
    (select registered_at from panelists order by registered_at limit 1),
    (select at from transfers order by id limit 1)
  ) at time zone 'Africa/Johannesburg')::date
$$;

-- The running totals of the three books: `postings_pending`, `wallets_owed` …
create function book_totals() returns table (account text, total bigint) language sql stable as $$
  select t.key, sum(t.value::numeric)::bigint from ledger_totals l, jsonb_each_text(to_jsonb(l)) t
  where t.key <> 'shard' group by t.key
$$;
