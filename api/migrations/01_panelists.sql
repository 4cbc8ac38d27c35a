-- Who is on the panel. What says who a person is, is encrypted with a key of that panelist (see the key store), or kept as a
-- keyed hash. Everything else hangs on a random id.

-- Every function sets its search_path. Triggers, also those of a cascade, run with the owner's rights, and a caller's temporary
-- table would otherwise hide ours.

-- For rows that are only ever added.
create function refuse_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;

-- One row per member.
create table panelists (
  id uuid primary key,
  did_index bytea not null unique, -- keyed hash of the did
  did_sealed bytea not null,
  number_index bytea not null unique, -- keyed hash of the mobile number, which itself is never stored
  status text not null
    check (status in ('approved', 'pending', 'rejected', 'suspended', 'blocked', 'underage', 'duplicate')),
  registration_digest bytea not null, -- keyed hash of the registration, to recognise one that is sent again
  registered_at timestamptz not null,
  last_active_at timestamptz not null,
  inactivity_check_at timestamptz not null, -- when to check next whether the panelist is still active
  inactivity_notice_at timestamptz -- when the panelist was told that the profile will be deleted
) with (fillfactor = 80);
create index panelists_inactivity on panelists (inactivity_check_at);
create index panelists_registered on panelists (registered_at);
-- Few panelists are not approved, so leaving these out of a count costs little.
create index panelists_not_approved on panelists (id) where status <> 'approved';

-- Keys of deleted panelists that the worker still has to destroy in the key store.
create table keys_to_destroy (
  panelist_id uuid primary key
);

create function note_key_to_destroy() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into keys_to_destroy (panelist_id) select id from deleted on conflict do nothing;
  return null;
end $$;
create trigger panelists_key after delete on panelists
  referencing old table as deleted for each statement execute function note_key_to_destroy();

-- What a deleted profile must not undo: a block or a debt. Kept for three years.
create table tombstones (
  did_index bytea not null,
  number_index bytea not null,
  status text not null
    check (status in ('approved', 'pending', 'rejected', 'suspended', 'blocked', 'underage', 'duplicate')),
  debt bigint not null check (debt >= 0), -- cents; zero once a new profile has taken it over
  deleted_at timestamptz not null, -- the day only: the moment would lead to the wallet's last transfer
  primary key (did_index, number_index)
);
create index tombstones_by_age on tombstones (deleted_at);
create index tombstones_by_number on tombstones (number_index);

-- The surveys that a deleted profile was paid for: they are not paid again. Deleted with the tombstone.
create table tombstone_surveys (
  did_index bytea not null,
  number_index bytea not null,
  partner text not null,
  survey_id text not null,
  primary key (did_index, number_index, partner, survey_id),
  foreign key (did_index, number_index) references tombstones on delete cascade
);

-- A registration takes over the tombstones that it sees, by updating them. If a profile of the same did or number was deleted
-- while it ran, it missed that tombstone and has to start again.
create function retry_where_a_tombstone_was_missed() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from tombstones t
    where (t.did_index = new.did_index or t.number_index = new.number_index) and t.xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'a tombstone was missed' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger panelists_take_over_tombstones after insert on panelists
  for each row execute function retry_where_a_tombstone_was_missed();

-- What a panelist agreed to. The latest row of a purpose is the one that counts.
create table consents (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  purpose text not null
    check (purpose in ('membership', 'special:ethnicity', 'marketing', 'partner_comms', 'transfer_abroad')),
  given boolean not null,
  terms_version text not null,
  text_hash bytea, -- SHA-256 of the text as it was shown; null if the consent is withdrawn
  channel text not null check (channel in ('registration', 'preferences', 'operator')),
  recorded_at timestamptz not null
);
create index consents_of on consents (panelist_id, purpose, id desc);
create trigger consents_kept before update or truncate on consents
  for each statement execute function refuse_change();

-- What a panelist wants to be sent.
create table preferences (
  panelist_id uuid not null references panelists on delete cascade,
  preference text not null check (preference = 'research'),
  receive boolean not null,
  updated_at timestamptz not null,
  primary key (panelist_id, preference)
);

-- What operators wrote on a panelist's card.
create table panelist_notes (
  id bigint generated always as identity primary key,
  panelist_id uuid not null references panelists on delete cascade,
  account text not null,
  text text not null,
  written_at timestamptz not null
);
create index panelist_notes_of on panelist_notes (panelist_id, id);

-- The last code of each panelist. The code itself is not stored: it is a keyed hash of its seed.
create table data_codes (
  panelist_id uuid primary key references panelists on delete cascade,
  seed uuid not null, -- also the subject of the message
  made_at timestamptz not null,
  is_used boolean not null,
  day_start timestamptz not null, -- when the first code of the day was made
  codes integer not null, -- made on that day
  tries integer not null, -- wrong codes entered on that day
  waits_until timestamptz -- after too many wrong codes
);
create index data_codes_old on data_codes (made_at);

-- Phones on which a panelist's answers are unlocked.
create table data_unlocks (
  token_digest bytea primary key, -- keyed hash of the random token in the cookie
  panelist_id uuid not null references panelists on delete cascade,
  ends_at timestamptz not null
);
create index data_unlocks_of on data_unlocks (panelist_id);
create index data_unlocks_over on data_unlocks (ends_at);

-- A hash that each secret key made at its first start. A process with another key under the same name is refused.
create table key_checks (
  name text primary key, -- INDEX_KEY, PSEUDONYM_KEY, ENCRYPTION_KEY 1 ...
  digest bytea not null
);

-- How often a device made a limited call in a period, shared by all processes.
create table call_counts (
  key bytea not null, -- hash of the device and the call
  period_end timestamptz not null,
  count integer not null,
  primary key (key, period_end)
);
create index call_counts_ended on call_counts (period_end);
