-- Partners' unknown codes that operators map, and who works on a dispute.

-- Outcomes that two people gave to codes that our status tables lack. None of them moves money.
create table partner_code_mappings (
  partner text not null,
  code text not null, -- as stored with events
  outcome text not null check (outcome in ('screenout', 'overquota', 'duplicate', 'quality', 'blocked', 'no_survey', 'technical')),
  mapped_at timestamptz not null,
  primary key (partner, code)
);
grant select on partner_code_mappings to panel_api, panel_worker;
grant select, insert, update on partner_code_mappings to panel_console, panel_app;

alter table partner_events
  add column is_unknown_code boolean not null default false; -- whether its code waits for a mapping
create index partner_events_unknown_code on partner_events (partner, raw_code) where is_unknown_code;

alter table disputes
  add column assigned_to text, -- the account of the operator who works on it
  add column reopened_at timestamptz, -- the last time; its age counts from then
  add column earlier_answer text; -- what the panelist was told before it was reopened
