#!/bin/sh
# base-backup.sh FOLDER, once a night, with PGHOST, PGPORT, PGUSER and PGPASSWORD (the replication role): a copy of the whole cluster, from
# which the archive of the write-ahead log goes on. Copies are kept for 35 days; PostgreSQL checks each by its manifest.
set -eu
copy=$1/base-$(date -u +%Y%m%dT%H%M%SZ)
pg_basebackup --pgdata="$copy.new" --wal-method=stream --checkpoint=fast --no-password
pg_verifybackup --quiet "$copy.new"
mv "$copy.new" "$copy"
find "$1" -maxdepth 1 -name 'base-*' -mtime +35 -exec rm -rf {} +
echo "$copy"
