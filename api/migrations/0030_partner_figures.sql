-- What partners report about a session beside its outcome. A partner's price comes with the link or with the completion; where
-- it reports no length of interview, ours counts from the entry to the return or, without a return, to the completion.
alter table survey_sessions
  add column completed_at timestamptz,
  add column length_seconds integer check (length_seconds >= 0),
  add column usd_micros bigint check (usd_micros >= 0);
update survey_sessions s set
  completed_at = coalesce(s.ended_at, s.returned_at),
  length_seconds = extract(epoch from coalesce(s.returned_at, s.ended_at) - s.created_at)::int,
  usd_micros = (select max(e.usd_micros) from partner_events e where e.session_id = s.id)
where s.outcome in ('complete', 'reversed') and coalesce(s.ended_at, s.returned_at) >= s.created_at;
create index survey_sessions_completed on survey_sessions using brin (completed_at) with (autosummarize = on);

-- The same figures of a day, with lengths as they were when a session was completed, and the cents taken back of each month.
create or replace function figures_of_day(in_day date) returns table (figure text, key text, value bigint)
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
    select 'minutes', s.partner || ':' || least(60, s.length_seconds / 60), count(*)
    from survey_sessions s where s.completed_at >= starts and s.completed_at < ends group by 2;
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
  -- Rewards taken back less those credited again, and their cents, by the month in which they were earned.
  return query
    select f.figure, r.partner || ':' || to_char(r.earned_at at time zone 'Africa/Johannesburg', 'YYYY-MM'),
      case f.figure when 'reversed-of-month' then sum(case t.kind when 'reversed' then 1 else -1 end) else sum(p.amount)::bigint end
    from transfers t
    join rewards r on r.id = split_part(t.key, ':', 2)::uuid
    join postings p on p.transfer_id = t.id and p.account = 'partner:' || r.partner
    cross join (values ('reversed-of-month'), ('reversed-cents-of-month')) as f (figure)
    where t.at >= starts and t.at < ends and t.kind in ('reversed', 'reinstated') group by f.figure, 2;
end $$;
