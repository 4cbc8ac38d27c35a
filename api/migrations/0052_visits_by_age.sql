-- The visits that no partner has reported as completed, by age, so that old ones are found without reading the others.
create index survey_sessions_not_completed on survey_sessions (created_at) where completed_at is null;

-- Deletes visits of before a time that were neither completed, paid nor reported as a problem, the oldest first, and what partners reported about
-- them. Returns their number.
create function delete_visits_before(in_before timestamptz, in_limit integer) returns integer language sql as $$
  with visit as (
    select s.id from survey_sessions s
    where s.completed_at is null and s.created_at < in_before
      and not exists (select from rewards r where r.session_id = s.id)
      and not exists (select from disputes d where d.session_id = s.id)
    order by s.created_at limit in_limit for update of s skip locked
  ), report as (
    delete from partner_events e using visit v where e.session_id = v.id
  ), deleted as (
    delete from survey_sessions s using visit v where s.id = v.id returning 1
  )
  select count(*)::integer from deleted
$$;
