#!/bin/sh
# restore.sh COPY ARCHIVE DATA [TIME]: makes a data folder from a backup and the archive, up to a time ('2026-11-15 10:00:00+02') or the end
# of the archive. Start PostgreSQL on DATA with the options that it prints; it becomes a primary on a new timeline. Then see recovery.md.
set -eu
copy=$1 archive=$2 data=$3 time=${4:-}
[ ! -e "$data" ] || { echo "$data already exists." >&2; exit 1; }
cp -R "$copy" "$data"
chmod 700 "$data"
settings=$data/postgresql.auto.conf
# These settings would override Patroni's: remove those of an earlier restore. Archiving and standbys are turned off only by the printed
# options, for the one start that is for inspection.
sed -i -E '/^(restore_command|recovery_target[a-z_]*|archive_mode|synchronous_standby_names) *=/d' "$settings"
{
  echo "restore_command = 'cp $archive/%f %p'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; echo "recovery_target_action = 'promote'"; fi
} >> "$settings"
rm -f "$data/standby.signal"
touch "$data/recovery.signal"
echo "-c archive_mode=off -c synchronous_standby_names="
