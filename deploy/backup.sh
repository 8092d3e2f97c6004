#!/bin/sh
# The service `backup` of compose.yaml: a dump of each day into /backups, from 02:00 UTC on; those of the last 14 days are
# kept. Kaira hears of it by the row in `backups`. What fails is tried again ten minutes later, and KairaBackupOld
# (docs/operations/monitoring.md) comes when none was made for 26 hours. BACKUP_ONCE=1 looks once and ends.
trap 'exit 0' TERM INT
cd /backups || exit 1

backup() {
  rm -f under-way
  pg_dump --format=custom --no-owner --no-acl --file=under-way &&
    psql --quiet --set=ON_ERROR_STOP=1 --command='insert into backups default values' &&
    mv under-way "$1" &&
    echo "$1 was made" &&
    find . -name 'kaira-*.dump' -mtime +14 -delete
}

while :; do
  today="kaira-$(date -u +%F).dump"
  if [ "$(date -u +%H)" -ge 2 ] && [ ! -e "$today" ]; then
    backup "$today" || echo "$today could not be made; the next try is in ten minutes" >&2
  fi
  [ "$BACKUP_ONCE" = 1 ] && exit 0
  # So that SIGTERM is heard at once.
  sleep 600 &
  wait $!
done
