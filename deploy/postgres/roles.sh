#!/bin/sh
# Run by the PostgreSQL image if the data folder is empty: creates the roles, with the passwords of postgres.env.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -f /deploy/roles.sql -f /deploy/keys.sql
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
\getenv owner PANEL_OWNER_PASSWORD
\getenv api PANEL_API_PASSWORD
\getenv worker PANEL_WORKER_PASSWORD
\getenv console PANEL_CONSOLE_PASSWORD
\getenv keys PANEL_KEYS_PASSWORD
alter role panel_owner password :'owner';
alter role panel_api password :'api';
alter role panel_worker password :'worker';
alter role panel_console password :'console';
alter role panel_keys password :'keys';
SQL
