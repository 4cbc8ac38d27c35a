-- What panelists answered: every submission, and the current answer to each question.

create domain survey_name as text check (value in ('second-round', 'quarterly', 'yearly'));

-- Each submission as it was sent, without answers that were erased when their consent was withdrawn.
create table submissions (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  questionnaire text not null,
  version integer not null,
  answers jsonb not null, -- codes by question id
  sealed bytea, -- the personal answers, encrypted; null if there are none
  digest bytea not null, -- keyed hash of the answers, to recognise a submission that is sent again
  submitted_at timestamptz not null,
  form_seconds integer check (form_seconds between 0 and 86400) -- from the first answer to the submit, as the phone said; null if not usable
);
create index submissions_latest on submissions (panelist_id, questionnaire, submitted_at desc);
create index submissions_submitted on submissions using brin (submitted_at) with (autosummarize = on);

-- Samples are drawn by 64-bit numbers, one for each answer, which one index finds in any combination.
create function answer_code(in_question text, in_code text) returns bigint language sql immutable parallel safe
  return ('x' || left(md5(in_question || ':' || in_code), 16))::bit(64)::bigint;
create function birth_month_code(in_month bytea) returns bigint language sql immutable parallel safe
  return ('x' || encode(substring(in_month from 1 for 8), 'hex'))::bit(64)::bigint;
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

-- The current answers of a panelist, whichever questionnaire asked last, and the LSM group worked out from them. Samples are drawn
-- from it.
create table profiles (
  panelist_id uuid primary key references panelists on delete cascade,
  answers jsonb not null default '{}', -- codes by question id, without the personal ones
  birth_month bytea, -- keyed hash of the month of birth
  lsm_group smallint check (lsm_group between 1 and 10), -- worked out by domain/src/profiling/lsm.ts; null if an answer is missing
  codes bigint[] not null generated always as (profile_codes_of(answers, birth_month, lsm_group)) stored
);
create index profiles_by_code on profiles using gin (codes);

-- The current personal answers, encrypted one by one.
create table personal_answers (
  panelist_id uuid not null references panelists on delete cascade,
  question text not null,
  sealed bytea not null,
  primary key (panelist_id, question)
);

-- When each profiling survey falls due for a panelist.
create table profiling_due (
  panelist_id uuid not null references panelists on delete cascade,
  survey survey_name not null,
  due_at timestamptz not null,
  invite_at timestamptz, -- when to check next whether to invite; null if never
  primary key (panelist_id, survey)
);
create index profiling_due_to_invite on profiling_due (invite_at) where invite_at is not null;
