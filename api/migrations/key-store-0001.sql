-- The key store: a database of its own, which no backup of the panel holds. Destroying a row makes every copy of what it
-- encrypted unreadable.
create table panelist_keys (
  panelist_id uuid primary key,
  -- The panelist's key, encrypted by the master key that its second byte names.
  wrapped bytea not null
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
