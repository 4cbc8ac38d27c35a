-- The key store (KEYS_DATABASE_URL). Run once, as an administrator, before the first start; then give the role a password (\password in psql).
-- On another server than the panel: a copy of the panel's server must not contain the keys. On one machine, back up only the panel's database.
create role panel_keys login;
create database panel_keys owner panel_keys;
