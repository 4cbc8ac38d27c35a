-- The key store: a separate database, which no backup of the panel contains. Destroying a row makes every copy of what its key
-- encrypted unreadable.

-- One encryption key per panelist.
create table panelist_keys (
  panelist_id uuid primary key,
  wrapped bytea not null, -- encrypted by the master key that its second byte names
  created_at timestamptz not null default now() -- a key is made before its panelist is stored
);
create index panelist_keys_by_master_key on panelist_keys (substring(wrapped from 2 for 1));

do $$ begin
  create role panel_app nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;
do $$ begin
  grant select, insert, update, delete on panelist_keys to panel_app;
exception when undefined_object then null;
end $$;
