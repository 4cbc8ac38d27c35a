#!/bin/sh
# panel-backup.sh FOLDER, once a night, beside panel.js: a copy of the panel, without the key store, for one machine. A cluster has base-backup.sh.
set -eu
node panel.js backup "$1/panel-$(date -u +%Y%m%dT%H%M%SZ).backup" --scheduled
# -mtime +33 is 34 whole days or more: a nightly run leaves none that is older than 35.
find "$1" -maxdepth 1 -name 'panel-*.backup*' -mtime +33 -exec rm -f {} +
