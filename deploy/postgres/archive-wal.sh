#!/bin/sh
# archive_command = '/deploy/archive-wal.sh %p %f FOLDER': copies a finished file of the write-ahead log to another machine's disk.
set -eu
source=$1 target=$3/$2
# After a failover two nodes may bring the same file: one that is there already is never replaced, and must be the same.
if [ -e "$target" ]; then exec cmp -s "$source" "$target"; fi
cp "$source" "$target.$$"
sync "$target.$$"
mv -n "$target.$$" "$target"
sync "$3"
