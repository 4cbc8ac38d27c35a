-- Who a person is stays encrypted (names, date of birth, ethnicity, did); what they answered stays queryable under a
-- random id, because choosing people by profile is what a panel is for. A mobile number is never stored: only a keyed
-- hash of it, which is enough to know it again.

create table panelists (
  id uuid primary key,
  did_index bytea not null unique,
  did_sealed bytea not null,
  number_index bytea not null unique,
  status text not null check (status in ('approved', 'pending', 'rejected', 'suspended', 'blocked', 'underage', 'duplicate')),
  -- A keyed hash of what was registered, to know a registration that is sent again because its answer got lost.
  registration_digest bytea not null,
  registered_at timestamptz not null,
  last_active_at timestamptz not null
);

-- What was submitted, whole, as it was answered then. Never updated.
create table submissions (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  questionnaire text not null,
  version integer not null,
  answers jsonb not null,
  -- The answers that say who a person is, encrypted; null where there are none.
  sealed bytea,
  digest bytea not null,
  submitted_at timestamptz not null
);
create index submissions_latest on submissions (panelist_id, questionnaire, submitted_at desc);

-- The current answer to each question, whichever questionnaire asked it last.
create table profile_answers (
  panelist_id uuid not null references panelists on delete cascade,
  question text not null,
  answer jsonb,
  sealed bytea,
  answered_at timestamptz not null,
  primary key (panelist_id, question),
  check (num_nonnulls(answer, sealed) = 1)
);
-- Sampling asks for everyone who gave an answer.
create index profile_answers_by_answer on profile_answers (question, answer) where answer is not null;

-- What a person agreed to, and to which text. Only ever added to.
create table consents (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  purpose text not null check (purpose in ('membership', 'marketing', 'partner-communication')),
  given boolean not null,
  terms_version text not null,
  recorded_at timestamptz not null
);
create index consents_of on consents (panelist_id, purpose, recorded_at desc);

create table preferences (
  panelist_id uuid not null references panelists on delete cascade,
  preference text not null check (preference = 'research'),
  receive boolean not null,
  updated_at timestamptz not null,
  primary key (panelist_id, preference)
);
