#!/bin/sh
# keys-backup.sh FOLDER COMMAND…, once a night after panel-backup.sh, for one machine: what COMMAND writes, such as pg_dump -Fc panel_keys, is a copy
# of the key store. FOLDER is another place than that of the panel's copies. A cluster has base-backup.sh.
set -eu
umask 077
folder=$1
shift
copy=$folder/keys-$(date -u +%Y%m%dT%H%M%SZ).dump
"$@" > "$copy.new"
mv "$copy.new" "$copy"
# -mtime +5 is six whole days or more: a nightly run leaves none that is older than seven (docs/privacy.md).
find "$folder" -maxdepth 1 -name 'keys-*.dump*' -mtime +5 -exec rm -f {} +
