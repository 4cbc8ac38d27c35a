-- Every promotion of a standby begins a new timeline of the write-ahead log. What the primary that was lost had answered last may
-- be missing after it, and a voucher that was requested then is known to the issuer alone: payouts wait until somebody has compared.
create table database_timeline (
  -- There is one row at most.
  id boolean primary key default true check (id),
  system_identifier bigint not null,
  timeline integer not null,
  since timestamptz not null
);

-- Null on a standby. The write-ahead log's file names begin with the timeline; a checkpoint would know it only later.
create function current_timeline() returns table (system_identifier bigint, timeline integer) stable language sql as $$
  select s.system_identifier,
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end
  from pg_control_system() s
$$;

-- Whether the database is still the one that payouts were last requested from; a new panel has requested none.
create function is_known_timeline() returns boolean stable language sql as $$
  select not exists (select from database_timeline where id)
    or exists (select from database_timeline k join current_timeline() c using (system_identifier, timeline) where k.id)
$$;

-- A freeze that the issuer's file may lift, besides two people.
alter table payout_freezes add until_reconciled boolean not null default false;
