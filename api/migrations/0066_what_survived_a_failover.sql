-- When a worker last saw the database on the timeline that it knows. After a failover or a restore it says until when everything
-- survived, whatever was written since.
alter table database_timeline add column seen_at timestamptz;

-- The South African days whose vouchers the issuer's files have shown since payouts were frozen, without any that we don't know: the
-- issuer sends a file for each day.
alter table payout_freezes add column compared_days text[] not null default '{}';
