#!/bin/sh
# panel-backup.sh FOLDER, once a night, next to panel.js, for one machine: backs up the panel without the key store. A cluster uses base-backup.sh.
set -eu
node panel.js backup "$1/panel-$(date -u +%Y%m%dT%H%M%SZ).backup" --scheduled
# -mtime +33 means at least 34 whole days, so a nightly run leaves none older than 35.
find "$1" -maxdepth 1 -name 'panel-*.backup*' -mtime +33 -exec rm -f {} +
