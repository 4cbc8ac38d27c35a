-- A time in which a partner's button leads to no survey.
create table partner_blocks (
  id bigint generated always as identity primary key,
  partner text not null,
  reason text not null,
  blocked_at timestamptz not null,
  lifted_at timestamptz
);
create unique index partner_blocks_one on partner_blocks (partner) where lifted_at is null;

-- How often an outside party was called, in slots of five minutes, by result and by how long it took: enough to tell whether
-- it was up, slow or broken. A few thousand rows at most: what is older than two days is erased.
create table party_calls (
  party text not null,
  slot timestamptz not null,
  result text not null check (result in ('answered', 'failed', 'not-called')),
  -- In tenths of a second, 300 at most; null where nothing was waited for.
  tenths smallint check (tenths between 0 and 300),
  calls integer not null check (calls > 0),
  unique nulls not distinct (party, slot, result, tenths)
);
create index party_calls_slot on party_calls (slot);
