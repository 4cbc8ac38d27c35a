-- Run once, as an administrator, before the first start. Then give each of the two login roles a password (\password in psql).
-- The tables' owner applies migrations (MIGRATIONS_DATABASE_URL). It needs createrole to create the role panel_app.
create role panel_owner login createrole;
-- The processes (DATABASE_URL) have the rights of panel_app, which can't change append-only tables.
create role panel_app nologin;
create role panel login in role panel_app;
create database panel owner panel_owner;
