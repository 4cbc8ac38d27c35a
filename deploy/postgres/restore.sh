#!/bin/sh
# restore.sh COPY ARCHIVE DATA [TIME]: makes a data folder from a copy and the archive, up to a time ('2026-11-15 10:00:00+02') or as far as the
# archive goes. Start PostgreSQL on DATA with the options that it prints; it ends as a primary on a new timeline. operations.md says what follows.
set -eu
copy=$1 archive=$2 data=$3 time=${4:-}
[ ! -e "$data" ] || { echo "$data is there already." >&2; exit 1; }
cp -R "$copy" "$data"
chmod 700 "$data"
settings=$data/postgresql.auto.conf
# What stands here would override Patroni's configuration: nothing may stay of an earlier restore, and archive and standbys are turned off
# by options of the one start that is for looking.
sed -i -E '/^(restore_command|recovery_target[a-z_]*|archive_mode|synchronous_standby_names) *=/d' "$settings"
{
  echo "restore_command = 'cp $archive/%f %p'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; echo "recovery_target_action = 'promote'"; fi
} >> "$settings"
rm -f "$data/standby.signal"
touch "$data/recovery.signal"
echo "-c archive_mode=off -c synchronous_standby_names="
