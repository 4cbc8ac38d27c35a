-- Who a panelist is, is encrypted with a key of the panelist's own, kept in the key store, which is another database.

-- Panelists who were deleted and whose keys the worker has to destroy: written by the deletion itself, so that no crash
-- between the two databases and no other way to delete a panelist can leave a key behind.
create table keys_to_destroy (
  panelist_id uuid primary key
);
create function note_key_to_destroy() returns trigger language plpgsql as $$
begin
  insert into keys_to_destroy (panelist_id) select id from deleted on conflict do nothing;
  return null;
end $$;
create trigger panelists_key after delete on panelists
  referencing old table as deleted for each statement execute function note_key_to_destroy();

-- What a master key still encrypts, from before panelists had keys: the second byte is the key's id, 0 for the panelist's own.
create function is_on_master_key(sealed bytea) returns boolean language sql immutable as $$
  select substring(sealed from 2 for 1) <> '\x00'
$$;
-- Messages to devices are on a master key, and few.
create index messages_with_did on messages (id) where did_sealed is not null;
create index panelists_on_master_key on panelists (id) where is_on_master_key(did_sealed);
create index submissions_on_master_key on submissions (id) where is_on_master_key(sealed);
create index profile_answers_on_master_key on profile_answers (panelist_id) where is_on_master_key(sealed);
