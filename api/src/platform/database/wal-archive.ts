import { type Queries, sql } from './database.ts';

type ArchiveState = {
  /** Whether the last attempt to archive a file failed. */
  readonly isFailing: boolean;
  /** How long ago a file was archived while finished ones are waiting; 0 if none are. */
  readonly lagSeconds: number;
};

/** The state of the write-ahead log archive; undefined if the server has none. */
export const archiveState = (db: Queries): Promise<ArchiveState | undefined> =>
  db.one<ArchiveState>(sql`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      case when left(last_archived_wal, 24) collate "C"
          >= pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))) then 0
        else extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float end as "lagSeconds"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`);
