-- The surveys that partners list, under our own numbers, and the terms under which a panelist chose one.

-- Every survey that a partner has named. Panelists see its number, never the partner's id.
create table partner_surveys (
  number bigint generated always as identity (start with 1001) primary key,
  partner text not null,
  survey_id text not null,
  unique (partner, survey_id)
);
grant select, insert on partner_surveys to panel_api, panel_app;
grant select on partner_surveys to panel_worker, panel_console;

alter table survey_sessions
  add column shown_amount bigint check (shown_amount > 0), -- cents that the list showed; null if the survey wasn't chosen from it
  add column share_ppm integer, -- the share and the rate of that amount, which the reward keeps
  add column zar_per_usd_micros bigint,
  add check (num_nulls(shown_amount, share_ppm, zar_per_usd_micros) in (0, 3));
