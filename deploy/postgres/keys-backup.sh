#!/bin/sh
# keys-backup.sh FOLDER COMMAND…, once a night after panel-backup.sh, for one machine: writes the output of COMMAND, such as
# pg_dump -Fc panel_keys, to a backup of the key store. FOLDER is separate from the panel's backups. A cluster uses base-backup.sh.
set -eu
umask 077
folder=$1
shift
copy=$folder/keys-$(date -u +%Y%m%dT%H%M%SZ).dump
"$@" > "$copy.new"
sync "$copy.new"
mv "$copy.new" "$copy"
# -mtime +5 means at least six whole days, so a nightly run leaves none older than seven (docs/privacy.md).
find "$folder" -maxdepth 1 -name 'keys-*.dump*' -mtime +5 -exec rm -f {} +
