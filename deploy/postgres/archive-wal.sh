#!/bin/sh
# archive_command = '/deploy/archive-wal.sh %p %f FOLDER': copies a finished WAL file to another machine's disk.
set -eu
source=$1 target=$3/$2
# Every node archives the same files (archive_mode = always). An existing file is never replaced, and must be identical.
if [ -e "$target" ]; then exec cmp -s "$source" "$target"; fi
# Nodes in containers have the same process ids.
new=$3/new.$(uname -n).$$
trap 'rm -f "$new"' EXIT
cp "$source" "$new"
sync "$new"
# If another node was faster, nothing is moved; some versions of mv report that as an error.
mv -n "$new" "$target" || true
cmp -s "$source" "$target"
sync "$3"
