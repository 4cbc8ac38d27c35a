-- Counts over the whole panel, made once a day for whoever asks first.
create table panel_counts (
  day date not null,
  name text not null,
  counts jsonb not null,
  primary key (day, name)
);

-- How many panelists of a status gave each answer to a question; somebody with several answers counts for each.
create function answer_counts(in_question text, in_status text) returns table (code text, people integer)
language sql stable as $$
  select c.code, count(*)::int
  from profile_answers a
  join panelists p on p.id = a.panelist_id and p.status = in_status
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(a.answer) when 'array' then a.answer else jsonb_build_array(a.answer) end) as c (code)
  where a.question = in_question and a.answer is not null
  group by c.code
$$;

create function crossed_answer_counts(in_row text, in_column text, in_status text)
returns table (row_code text, column_code text, people integer)
language sql stable as $$
  select r.code, c.code, count(*)::int
  from profile_answers a
  join panelists p on p.id = a.panelist_id and p.status = in_status
  join profile_answers b on b.panelist_id = a.panelist_id and b.question = in_column and b.answer is not null
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(a.answer) when 'array' then a.answer else jsonb_build_array(a.answer) end) as r (code)
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(b.answer) when 'array' then b.answer else jsonb_build_array(b.answer) end) as c (code)
  where a.question = in_row and a.answer is not null
  group by r.code, c.code
$$;

-- For each sign-up month: how many people, how many of them profiled, completed a survey and withdrew.
create function signup_cohorts(in_from timestamptz)
returns table (month text, people integer, profiled integer, completed integer, withdrew integer)
language sql stable as $$
  select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM'), count(*)::int,
    count(*) filter (where exists (select from submissions s where s.panelist_id = p.id and s.questionnaire = 'second-round'))::int,
    count(*) filter (where exists (select from rewards r where r.wallet_id = w.id))::int,
    count(*) filter (where exists (select from withdrawals d where d.wallet_id = w.id and d.state = 'paid'))::int
  from panelists p join wallets w on w.panelist_id = p.id
  where p.registered_at >= in_from group by 1
$$;

-- How many of each sign-up month did something in a later month.
create function cohort_activity(in_from timestamptz) returns table (month text, active_in text, people integer)
language sql stable as $$
  select to_char(p.registered_at at time zone 'Africa/Johannesburg', 'YYYY-MM'), a.month, count(*)::int
  from panelists p
  join (
    select s.panelist_id, to_char(s.submitted_at at time zone 'Africa/Johannesburg', 'YYYY-MM') as month
    from submissions s where s.submitted_at >= in_from
    union
    select s.panelist_id, to_char(s.created_at at time zone 'Africa/Johannesburg', 'YYYY-MM')
    from survey_sessions s where s.created_at >= in_from and s.panelist_id is not null
    union
    select w.panelist_id, to_char(d.requested_at at time zone 'Africa/Johannesburg', 'YYYY-MM')
    from withdrawals d join wallets w on w.id = d.wallet_id where d.requested_at >= in_from and w.panelist_id is not null
  ) a on a.panelist_id = p.id
  where p.registered_at >= in_from group by 1, 2
$$;

create function count_approved() returns integer language sql stable as $$
  select count(*)::int from panelists where status = 'approved'
$$;

-- Research tasks: who was asked, and how far a task's invitations are.
create index messages_of_task on messages (split_part(subject, ':', 1)) where kind = 'task';

create function task_names(in_limit integer) returns table (name text) language sql stable as $$
  select name from tasks order by created_at desc limit in_limit
$$;

create function asked_to_task(in_task text) returns table (panelist_id uuid) language sql stable as $$
  select m.panelist_id from messages m
  where m.kind = 'task' and split_part(m.subject, ':', 1) = in_task and m.panelist_id is not null
$$;

-- How often each panelist was asked something since a time.
create function contacts_since(in_panelists uuid[], in_since timestamptz) returns table (panelist_id uuid, contacts integer)
language sql stable as $$
  select m.panelist_id, count(*)::int from messages m
  where m.panelist_id = any(in_panelists) and m.kind in ('task', 'invitation') and m.created_at >= in_since
  group by m.panelist_id
$$;

create function task_progress(in_task text) returns table (hour timestamptz, sent integer, dropped integer, waiting integer)
language sql stable as $$
  select date_trunc('hour', coalesce(m.sent_at, m.created_at)), count(*) filter (where m.state = 'sent')::int,
    count(*) filter (where m.state = 'dropped')::int, count(*) filter (where m.state not in ('sent', 'dropped'))::int
  from messages m where m.kind = 'task' and split_part(m.subject, ':', 1) = in_task
  group by 1 order by 1
$$;
