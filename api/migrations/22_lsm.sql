-- The LSM group of each profile, by which samples are drawn as by an answer.

alter table profiles
  drop column codes,
  add column lsm_group smallint check (lsm_group between 1 and 10); -- worked out by domain/src/profiling/lsm.ts; null if an answer is missing
drop function profile_codes_of(jsonb, bytea);

create function profile_codes_of(in_answers jsonb, in_birth_month bytea, in_lsm_group smallint)
  returns bigint[] language sql immutable parallel safe
  return array(
    select answer_code(a.question, c.code)
    from jsonb_each(in_answers) a (question, answer),
      lateral jsonb_array_elements_text(
        case jsonb_typeof(a.answer) when 'array' then a.answer when 'string' then jsonb_build_array(a.answer) else '[]' end
      ) c (code)
    union all
    select birth_month_code(in_birth_month) where in_birth_month is not null
    union all
    select answer_code('lsm', in_lsm_group::text) where in_lsm_group is not null);

alter table profiles
  add column codes bigint[] not null generated always as (profile_codes_of(answers, birth_month, lsm_group)) stored;
create index profiles_by_code on profiles using gin (codes);

-- For the command that works the groups out again.
grant update (lsm_group) on profiles to panel_console;

-- Who was contacted lately, for samples of much of the panel.
create index messages_by_contact on messages (created_at, panelist_id)
  where kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped';
