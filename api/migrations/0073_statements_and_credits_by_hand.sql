-- What two people credited is not taken back by the statement of a partner that did not report it, or had reversed it before.
alter table partner_statement_rows
  drop constraint partner_statement_rows_verdict_check,
  add constraint partner_statement_rows_verdict_check
    check (verdict in ('matched', 'reversed', 'ours-only', 'amount-differs', 'theirs-only', 'reversed-before', 'by-hand'));

-- The cents that a statement has taken back: less than it was read with where the partner reversed some of them itself.
alter table partner_statements add column taken_back bigint not null default 0 check (taken_back >= 0);
update partner_statements s set taken_back = t.cents
from (
  select r.statement_id, sum(r.amount) as cents from partner_statement_rows r
  where r.applied_at is not null and exists (
    select from partner_events e
    where e.session_id = r.session_id and e.raw_code = 'statement' and e.dedupe_key like 'statement:' || r.statement_id || ':%')
  group by r.statement_id
) t
where t.statement_id = s.id;

-- The same figures of a day; what people credit and the partner does not is not owed by the partner.
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
  -- What partners owe, in cents, on the day on which a completion of theirs and its price in rand are both there: those that were
  -- withheld count when two people credit them, and those that people credited before when the partner confirms them.
  return query
    select 'owed-by-partner', o.partner, sum(o.usd_micros::numeric * o.zar_per_usd_micros / 10000000000)::bigint
    from (
      select r.partner, r.usd_micros, r.zar_per_usd_micros from rewards r join survey_sessions s on s.id = r.session_id
      where r.earned_at >= starts and r.earned_at < ends and s.completed_at < ends
      union all
      select r.partner, r.usd_micros, r.zar_per_usd_micros from survey_sessions s join rewards r on r.session_id = s.id
      where s.completed_at >= starts and s.completed_at < ends and r.earned_at < starts
    ) o
    group by o.partner;
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
