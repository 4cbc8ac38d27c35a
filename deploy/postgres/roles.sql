-- Once, as an administrator, before the first start. Then give each login role a password (\password in psql).
-- The owner of the tables applies migrations (MIGRATIONS_DATABASE_URL); it grants the rights of the other roles, so it needs createrole.
create role panel_owner login createrole;
-- A role for each process (DATABASE_URL), with the rights that docs/schema.md lists. Operators' commands and backups connect as panel_console.
create role panel_api login;
create role panel_worker login;
create role panel_console login;
-- The rights of all three, for one process that does everything (ROLE=all): create role panel login in role panel_app.
create role panel_app nologin;
create database panel owner panel_owner;
revoke temporary on database panel from public;
