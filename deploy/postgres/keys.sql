-- The key store (KEYS_DATABASE_URL), once, as an administrator, before the first start; then give the role a password (\password in psql).
-- Not on the panel's server: a copy of that server must not contain the keys. On one machine only the panel's database is copied.
create role panel_keys login;
create database panel_keys owner panel_keys;
revoke temporary on database panel_keys from public;
