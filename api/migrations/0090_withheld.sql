-- Whether an event's completion is withheld until two people decide; which effects those are is decided by the code.
drop index partner_events_withheld;
alter table partner_events add column is_withheld boolean not null default false;
create index partner_events_withheld on partner_events (id) where is_withheld;
