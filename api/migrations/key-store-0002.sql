-- A key is made before its panelist is stored: one without a panelist is left over only after a while.
alter table panelist_keys add column created_at timestamptz not null default now();
