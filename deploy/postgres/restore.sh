#!/bin/sh
# restore.sh COPY ARCHIVE DATA [TIME]: makes a data folder from a copy and the archive, up to a time ('2026-11-15 10:00:00+02') or as far as the
# archive goes. Start PostgreSQL on DATA; it ends as a primary on a new timeline, so payouts wait for the issuer's file (operations.md).
set -eu
copy=$1 archive=$2 data=$3 time=${4:-}
[ ! -e "$data" ] || { echo "$data is there already." >&2; exit 1; }
cp -R "$copy" "$data"
chmod 700 "$data"
{
  echo "restore_command = 'cp $archive/%f %p'"
  echo "recovery_target_timeline = 'latest'"
  echo "archive_mode = off"
  echo "synchronous_standby_names = ''"
  if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; echo "recovery_target_action = 'promote'"; fi
} >> "$data/postgresql.auto.conf"
rm -f "$data/standby.signal"
touch "$data/recovery.signal"
