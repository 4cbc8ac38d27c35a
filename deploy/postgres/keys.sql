-- The key store (KEYS_DATABASE_URL), once, as an administrator, before the first start; then give the role a password (\password in psql).
-- On another server than the panel: a copy of the panel's server must not have the keys. On one machine only the panel's database is copied.
create role panel_keys login;
create database panel_keys owner panel_keys;
