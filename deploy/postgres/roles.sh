#!/bin/sh
# Run by the PostgreSQL image if the data folder is empty: creates the roles, with the passwords of postgres.env.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -f /deploy/roles.sql -f /deploy/keys.sql
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
\getenv owner PANEL_OWNER_PASSWORD
\getenv app PANEL_PASSWORD
\getenv keys PANEL_KEYS_PASSWORD
alter role panel_owner password :'owner';
alter role panel password :'app';
alter role panel_keys password :'keys';
SQL
