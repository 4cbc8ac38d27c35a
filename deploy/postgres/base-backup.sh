#!/bin/sh
# base-backup.sh FOLDER ARCHIVE [DAYS], once a night, with PGHOST, PGPORT, PGUSER and PGPASSWORD (the replication role): a copy of the whole cluster,
# from which the archive of the write-ahead log goes on; PostgreSQL checks it by its manifest. Copies, and what the archive has from before
# the oldest of them, are kept for DAYS at most: 35, and 7 for the key store.
set -eu
folder=$1 archive=$2 days=${3:-35}
copy=$folder/base-$(date -u +%Y%m%dT%H%M%SZ)
pg_basebackup --pgdata="$copy.new" --wal-method=stream --checkpoint=fast --no-password
pg_verifybackup --quiet "$copy.new"
mv "$copy.new" "$copy"
# -mtime +33 is 34 whole days or more: a nightly run leaves none that is older than 35.
find "$folder" -maxdepth 1 -name 'base-*' -mtime "+$((days - 2))" -exec rm -rf {} +
# The lowest file that a copy begins with, whatever its timeline (the first eight digits), which pg_archivecleanup doesn't compare either:
# after a restore to a time, newer copies begin with lower files.
oldest=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$folder"/base-*Z/backup_label | sort -k1.9 | head -n 1)
pg_archivecleanup "$archive" "$oldest"
echo "$copy"
