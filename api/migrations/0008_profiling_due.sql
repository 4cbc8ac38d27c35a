-- When each profiling survey falls due for each panelist: stored, so that inviting takes a batch from an index instead of
-- computing it for the whole panel.
create table profiling_due (
  panelist_id uuid not null references panelists on delete cascade,
  survey text not null check (survey in ('second-round', 'quarterly', 'yearly')),
  due_at timestamptz not null,
  -- When to see next whether to invite; null once the panelist was invited for this due date.
  invite_at timestamptz,
  primary key (panelist_id, survey)
);
create index profiling_due_to_invite on profiling_due (invite_at) where invite_at is not null;

insert into profiling_due (panelist_id, survey, due_at, invite_at)
select p.id, s.survey, due.at, due.at
from panelists p
cross join (values ('second-round', 0), ('quarterly', 3), ('yearly', 12)) as s (survey, months)
cross join lateral (
  select max(submitted_at) as at from submissions b where b.panelist_id = p.id and b.questionnaire = s.survey
) last
cross join lateral (
  select (coalesce(last.at, p.registered_at) at time zone 'Africa/Johannesburg' + s.months * interval '1 month')
    at time zone 'Africa/Johannesburg' as at
) due
where s.survey <> 'second-round' or last.at is null;
update profiling_due d set invite_at = null
where exists (
  select from messages m where m.kind = 'invitation'
    and m.subject = d.panelist_id || ':' || d.survey || ':' || to_char(d.due_at, 'YYYY-MM-DD'));

-- The panelists who may be contacted: approved, opted in to research tasks, and active since the given time.
create function contactable_panelists(active_since timestamptz) returns table (panelist_id uuid, did_sealed bytea)
language sql stable as $$
  select p.id, p.did_sealed
  from panelists p join preferences r on r.panelist_id = p.id and r.preference = 'research'
  where p.status = 'approved' and r.receive and p.last_active_at > active_since
$$;
