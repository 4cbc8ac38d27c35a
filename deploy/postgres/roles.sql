-- Once, as an administrator, before the first start. Then give each of the two that log in a password (\password in psql).
-- The owner of the tables applies migrations (MIGRATIONS_DATABASE_URL); it makes the role panel_app's rights, hence createrole.
create role panel_owner login createrole;
-- The processes (DATABASE_URL) have the rights of panel_app, which can't change what is only added to.
create role panel_app nologin;
create role panel login in role panel_app;
create database panel owner panel_owner;
