-- Samples and counts are over all answers of a panelist at once, so one row has them all: a number for each answer to choose by and
-- one for the month of birth. An index over its numbers finds who has several of them, whatever their shares of the panel are.
create table profile_codes (
  panelist_id uuid primary key references panelists on delete cascade,
  codes bigint[] not null
);

-- The number of an answer; of 64 bits no two are the same.
create function answer_code(in_question text, in_code text) returns bigint language sql immutable parallel safe
return ('x' || left(md5(in_question || ':' || in_code), 16))::bit(64)::bigint;

-- The number of a month of birth: the beginning of its keyed hash.
create function birth_month_code(in_month bytea) returns bigint language sql immutable parallel safe
return ('x' || encode(substring(in_month for 8), 'hex'))::bit(64)::bigint;

create function codes_of_answers(in_panelists uuid[]) returns table (panelist_id uuid, codes bigint[]) language sql stable as $$
  select a.panelist_id, array_agg(coalesce(answer_code(a.question, c.code), birth_month_code(a.birth_month)))
  from profile_answers a
  left join lateral jsonb_array_elements_text(
    case jsonb_typeof(a.answer) when 'array' then a.answer when 'string' then jsonb_build_array(a.answer) else '[]' end) as c (code) on true
  where a.panelist_id = any(in_panelists) and (c.code is not null or a.birth_month is not null)
  group by a.panelist_id
$$;

create function write_profile_codes() returns trigger language plpgsql as $$
declare
  panelists uuid[] := array(select distinct c.panelist_id from changed c);
begin
  -- An insert that updates instead fires both triggers.
  if panelists = '{}' then return null; end if;
  if tg_op = 'DELETE' then update profile_codes p set codes = '{}' where p.panelist_id = any(panelists); end if;
  insert into profile_codes select * from codes_of_answers(panelists) on conflict (panelist_id) do update set codes = excluded.codes;
  return null;
end $$;
create trigger profile_codes_insert after insert on profile_answers
  referencing new table as changed for each statement execute function write_profile_codes();
create trigger profile_codes_update after update on profile_answers
  referencing new table as changed for each statement execute function write_profile_codes();
create trigger profile_codes_delete after delete on profile_answers
  referencing old table as changed for each statement execute function write_profile_codes();

insert into profile_codes select * from codes_of_answers(array(select id from panelists));
create index profile_codes_by_code on profile_codes using gin (codes);

-- How many panelists of a status gave each answer to a question; somebody with several answers counts for each.
drop function answer_counts(text, text), crossed_answer_counts(text, text, text);
create function answer_counts(in_question text, in_codes text[], in_status text) returns table (code text, people integer)
language sql stable as $$
  select o.code, count(*)::int
  from unnest(in_codes) as o (code)
  join profile_codes c on c.codes @> array[answer_code(in_question, o.code)]
  join panelists p on p.id = c.panelist_id and p.status = in_status
  group by o.code
$$;
create function crossed_answer_counts(in_row text, in_row_codes text[], in_column text, in_column_codes text[], in_status text)
returns table (row_code text, column_code text, people integer) language sql stable as $$
  select r.code, k.code, count(*)::int
  from unnest(in_row_codes) as r (code) cross join unnest(in_column_codes) as k (code)
  join profile_codes c on c.codes @> array[answer_code(in_row, r.code), answer_code(in_column, k.code)]
  join panelists p on p.id = c.panelist_id and p.status = in_status
  group by r.code, k.code
$$;
drop index profile_answers_by_answer, profile_answers_by_option, profile_answers_by_birth_month;
