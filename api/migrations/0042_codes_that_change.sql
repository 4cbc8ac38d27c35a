-- The codes of a panelist, as before, written only where they change: not for answers that stay the same, which are most of those to a survey
-- that is answered again and all of those that are encrypted anew when a key is rotated. New answers only add their own codes.
create function codes_of_answer(in_question text, in_answer jsonb, in_birth_month bytea) returns table (code bigint)
language sql immutable parallel safe as $$
  select answer_code(in_question, c.code)
  from jsonb_array_elements_text(
    case jsonb_typeof(in_answer) when 'array' then in_answer when 'string' then jsonb_build_array(in_answer) else '[]' end) as c (code)
  union all select birth_month_code(in_birth_month) where in_birth_month is not null
$$;

create or replace function codes_of_answers(in_panelists uuid[]) returns table (panelist_id uuid, codes bigint[]) language sql stable as $$
  select a.panelist_id, array_agg(c.code)
  from profile_answers a, codes_of_answer(a.question, a.answer, a.birth_month) c
  where a.panelist_id = any(in_panelists)
  group by a.panelist_id
$$;

drop trigger profile_codes_insert on profile_answers;
drop trigger profile_codes_update on profile_answers;
drop trigger profile_codes_delete on profile_answers;
drop function write_profile_codes;

create function add_profile_codes() returns trigger language plpgsql as $$
begin
  insert into profile_codes as p
  select a.panelist_id, array_agg(c.code) from added a, codes_of_answer(a.question, a.answer, a.birth_month) c group by a.panelist_id
  on conflict (panelist_id) do update set codes = p.codes || excluded.codes
  -- An insert that also updates fires both triggers, and the other one has written the codes of all answers by now.
  where not p.codes @> excluded.codes;
  return null;
end $$;
create trigger profile_codes_insert after insert on profile_answers
  referencing new table as added for each statement execute function add_profile_codes();

create function rewrite_profile_codes() returns trigger language plpgsql as $$
declare
  panelists uuid[];
begin
  if tg_op = 'DELETE' then
    panelists := array(select distinct b.panelist_id from before b);
    update profile_codes p set codes = '{}' where p.panelist_id = any(panelists);
  else
    panelists := array(
      select distinct a.panelist_id from after a join before b on b.panelist_id = a.panelist_id and b.question = a.question
      where (b.answer, b.birth_month) is distinct from (a.answer, a.birth_month));
  end if;
  if panelists <> '{}' then
    insert into profile_codes select * from codes_of_answers(panelists) on conflict (panelist_id) do update set codes = excluded.codes;
  end if;
  return null;
end $$;
create trigger profile_codes_update after update on profile_answers
  referencing old table as before new table as after for each statement execute function rewrite_profile_codes();
create trigger profile_codes_delete after delete on profile_answers
  referencing old table as before for each statement execute function rewrite_profile_codes();
