-- A panelist's current answers in one row, where each had its own: a submission writes it once, with one check of its foreign key. The
-- numbers that samples are chosen by are computed from it by PostgreSQL, where triggers did it before: no way of writing an answer can forget them.
create function profile_codes_of(in_answers jsonb, in_birth_month bytea) returns bigint[] language sql immutable parallel safe
return array(
  select answer_code(a.question, c.code)
  from jsonb_each(in_answers) as a (question, answer),
    jsonb_array_elements_text(
      case jsonb_typeof(a.answer) when 'array' then a.answer when 'string' then jsonb_build_array(a.answer) else '[]' end) as c (code)
  union all select birth_month_code(in_birth_month) where in_birth_month is not null);

create table profiles (
  panelist_id uuid primary key references panelists on delete cascade,
  -- The current answer to each question that says nothing about who a person is, whichever questionnaire asked it last.
  answers jsonb not null default '{}',
  -- The keyed hash of the month; null for a date of birth that was stored before there were any.
  birth_month bytea,
  codes bigint[] not null generated always as (profile_codes_of(answers, birth_month)) stored
);
-- The current answers that say who a person is, encrypted one by one.
create table personal_answers (
  panelist_id uuid not null references panelists on delete cascade,
  question text not null,
  sealed bytea not null,
  primary key (panelist_id, question)
);

insert into profiles (panelist_id, answers, birth_month)
select p.id, coalesce(jsonb_object_agg(a.question, a.answer) filter (where a.answer is not null), '{}'),
  (array_agg(a.birth_month) filter (where a.birth_month is not null))[1]
from panelists p left join profile_answers a on a.panelist_id = p.id
group by p.id;
insert into personal_answers select panelist_id, question, sealed from profile_answers where sealed is not null;

create or replace function answer_counts(in_question text, in_codes text[], in_status text) returns table (code text, people integer)
language sql stable as $$
  select o.code, count(*)::int
  from unnest(in_codes) as o (code)
  join profiles c on c.codes @> array[answer_code(in_question, o.code)]
  join panelists p on p.id = c.panelist_id and p.status = in_status
  group by o.code
$$;
create or replace function crossed_answer_counts(in_row text, in_row_codes text[], in_column text, in_column_codes text[], in_status text)
returns table (row_code text, column_code text, people integer) language sql stable as $$
  select r.code, k.code, count(*)::int
  from unnest(in_row_codes) as r (code) cross join unnest(in_column_codes) as k (code)
  join profiles c on c.codes @> array[answer_code(in_row, r.code), answer_code(in_column, k.code)]
  join panelists p on p.id = c.panelist_id and p.status = in_status
  group by r.code, k.code
$$;

drop table profile_codes, profile_answers;
drop function add_profile_codes, rewrite_profile_codes, codes_of_answers, codes_of_answer;
create index profiles_by_code on profiles using gin (codes);
create index profiles_without_birth_month on profiles (panelist_id) where birth_month is null;
create index personal_answers_on_master_key on personal_answers (panelist_id) where is_on_master_key(sealed);

-- Stores a panelist's submission, makes each of its answers the current one to its question, sets when the survey falls due
-- next (null: never again), and records that the panelist is active. Returns false where it repeats the latest submission of
-- the questionnaire after `in_repeat_since`, and null where nobody has the did, or no longer under the id for which the
-- answers were encrypted.
drop function submit_answers;
create function submit_answers(
  in_did_index bytea, in_encrypted_for uuid, in_questionnaire text, in_version integer, in_answers jsonb, in_sealed bytea,
  in_digest bytea, in_personal_questions text[], in_personal_answers bytea[], in_birth_month bytea,
  in_survey text, in_due_at timestamptz, in_repeat_since timestamptz, in_at timestamptz
) returns boolean language plpgsql as $$
declare
  panelist uuid;
  latest record;
begin
  update panelists p set last_active_at = greatest(p.last_active_at, in_at)
  where p.did_index = in_did_index and p.id = coalesce(in_encrypted_for, p.id) returning p.id into panelist;
  if not found then return null; end if;
  select b.digest, b.submitted_at into latest from submissions b
  where b.panelist_id = panelist and b.questionnaire = in_questionnaire order by b.submitted_at desc, b.id desc limit 1;
  if latest.digest = in_digest and latest.submitted_at > in_repeat_since then return false; end if;
  insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
  values (panelist, in_questionnaire, in_version, in_answers, in_sealed, in_digest, in_at);
  update profiles p set answers = p.answers || in_answers, birth_month = coalesce(in_birth_month, p.birth_month)
  where p.panelist_id = panelist;
  if not found then raise exception 'a panelist without a profile'; end if;
  if in_personal_questions <> '{}' then
    insert into personal_answers (panelist_id, question, sealed)
    select panelist, a.question, a.sealed from unnest(in_personal_questions, in_personal_answers) as a (question, sealed)
    on conflict (panelist_id, question) do update set sealed = excluded.sealed;
  end if;
  if in_due_at is not null then
    update profiling_due d set due_at = in_due_at, invite_at = in_due_at where d.panelist_id = panelist and d.survey = in_survey;
  elsif in_survey is not null then
    delete from profiling_due d where d.panelist_id = panelist and d.survey = in_survey;
  end if;
  return true;
end $$;
