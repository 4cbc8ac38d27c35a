-- A hash that each key made at its first start: a process with another key under the same name is refused. A role that serves calls
-- can add a key and can't replace one.
create table key_checks (
  name text primary key,
  digest bytea not null
);
revoke update, delete, truncate on key_checks from panel_app;
