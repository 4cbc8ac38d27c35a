#!/bin/sh
# base-backup.sh FOLDER ARCHIVE [DAYS], once a night, with PGHOST, PGPORT, PGUSER and PGPASSWORD (the replication role): backs up the whole
# cluster, and verifies the backup by its manifest. Deletes backups older than DAYS (35, and 7 for the key store), and the archive's files
# from before the oldest backup.
set -eu
folder=$1 archive=$2 days=${3:-35}
copy=$folder/base-$(date -u +%Y%m%dT%H%M%SZ)
pg_basebackup --pgdata="$copy.new" --wal-method=stream --checkpoint=fast --no-password
pg_verifybackup --quiet "$copy.new"
mv "$copy.new" "$copy"
# -mtime +33 means at least 34 whole days, so a nightly run leaves none older than 35.
find "$folder" -maxdepth 1 -name 'base-*' -mtime "+$((days - 2))" -exec rm -rf {} +
# The lowest start file of all backups, whatever its timeline (the first eight digits), which pg_archivecleanup ignores too: after a restore
# to a point in time, newer backups start at lower files.
oldest=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$folder"/base-*Z/backup_label | sort -k1.9 | head -n 1)
pg_archivecleanup "$archive" "$oldest"
# What archive-wal.sh left behind when its machine lost power.
find "$archive" -maxdepth 1 -name 'new.*' -mtime +1 -exec rm -f {} +
echo "$copy"
