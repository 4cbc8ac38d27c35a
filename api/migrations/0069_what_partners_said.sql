-- What operators decided is stored as events of a partner, but is not shown or counted as what the partner said.

-- Whether two people decided an event, or read it from the partner's statement.
create function is_by_hand(in_raw_code text) returns boolean language sql immutable parallel safe as $$
  select coalesce(in_raw_code in ('operator', 'statement'), false)
$$;

create or replace function card_sessions(in_panelist uuid)
returns table (id text, partner text, entered_at timestamptz, returned_at timestamptz, outcome text, reported text[], reward bigint)
language sql stable as $$
  select s.id, s.partner, s.created_at, s.returned_at, s.outcome,
    array(select e.outcome from partner_events e
      where e.session_id = s.id and e.outcome is not null and not is_by_hand(e.raw_code) order by e.id),
    (select r.amount from rewards r where r.session_id = s.id and r.state <> 'reversed')
  from survey_sessions s where s.panelist_id = in_panelist order by s.created_at desc
$$;

-- The same list of disputes, with all that tells what a credit would pay: the reward with its rates, and the price of the
-- completion or else of a reinstatement, by hand too.
drop function dispute_list;
create function dispute_list(in_open boolean, in_since timestamptz, in_id bigint)
returns table (
  id bigint, kind text, partner text, reported_at timestamptz, partner_asked_at timestamptz, outcome text, answered_at timestamptz,
  reward bigint, is_reversed boolean, share_ppm integer, zar_per_usd_micros bigint, usd_micros bigint, last_reported text
)
language sql stable as $$
  select d.id, d.kind, s.partner, d.reported_at, d.partner_asked_at, d.outcome, d.answered_at,
    r.amount, r.state = 'reversed', r.share_ppm, r.zar_per_usd_micros, e.usd_micros, e.last_reported
  from (
    select * from disputes o where in_open and o.answered_at is null
    union all
    (select * from disputes a where not in_open and a.answered_at > in_since order by a.answered_at desc limit 1000)
    union all
    select * from disputes n where n.id = in_id
  ) d
  cross join lateral (select b.partner from survey_sessions b where b.id = d.session_id limit 1) s
  left join lateral (
    select b.amount, b.state, b.share_ppm, b.zar_per_usd_micros from rewards b where b.session_id = d.session_id limit 1
  ) r on true
  cross join lateral (
    select
      coalesce(max(b.usd_micros) filter (where b.outcome = 'complete'), max(b.usd_micros) filter (where b.outcome = 'reinstated')) as usd_micros,
      (array_agg(b.outcome order by b.id desc) filter (where not is_by_hand(b.raw_code)))[1] as last_reported
    from partner_events b where b.session_id = d.session_id and b.outcome is not null
  ) e
  order by d.reported_at, d.id
$$;

create or replace function session_timeline(in_session text)
returns table (at timestamptz, by_partner boolean, what text, detail text)
language sql stable as $$
  select * from (
    select s.created_at, false, 'entered', s.survey_id from survey_sessions s where s.id = in_session
    union all
    select s.returned_at, false, 'returned', case when s.finished_at is not null then 'finished' end
    from survey_sessions s where s.id = in_session and s.returned_at is not null
    union all
    select r.earned_at, false, 'reward', r.state from rewards r where r.session_id = in_session
    union all
    select e.received_at, not is_by_hand(e.raw_code), e.outcome, e.effect from partner_events e
    where e.session_id = in_session and e.outcome is not null
  ) t (at, by_partner, what, detail)
  order by at
$$;

-- The same figures of a day; a callback is one that the partner sent.
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
    where e.received_at >= starts and e.received_at < ends and not is_by_hand(e.raw_code) group by 2;
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
