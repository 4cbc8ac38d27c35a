-- How often a device made a call about money in a period, shared by all processes. The key is a digest: no did is stored.
create table call_counts (
  key bytea not null,
  period_end timestamptz not null,
  count integer not null,
  primary key (key, period_end)
);
create index call_counts_ended on call_counts (period_end);
