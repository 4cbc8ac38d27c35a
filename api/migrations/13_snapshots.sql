-- Counts over the whole panel, which the worker makes once a night and the console reads.
revoke insert, update on panel_counts from panel_console;
revoke update on panel_counts from panel_app;
grant select, insert, delete on panel_counts to panel_worker, panel_app;
delete from panel_counts; -- the console made these in another form

-- Completes by partner. The lengths are in the snapshot now, as are the figures by day of entry.
insert into daily_figures (figure, key, day, value)
  select 'completes', split_part(key, ':', 1), day, sum(value) from daily_figures where figure = 'minutes' group by 2, 3;
delete from daily_figures where figure in ('minutes', 'entered', 'returned', 'released');

-- Few panelists are not approved, so leaving these out of a count costs little.
create index panelists_not_approved on panelists (id) where status <> 'approved';
