-- What samples of much of the panel are counted by, on the panelist's own row: one table is read instead of three.

alter table panelists
  add column receives_research boolean not null default false, -- copied from preferences
  add column lsm_group smallint; -- copied from profiles
update panelists p set
  receives_research = exists (select from preferences r where r.panelist_id = p.id and r.preference = 'research' and r.receive),
  lsm_group = (select c.lsm_group from profiles c where c.panelist_id = p.id);
alter table panelists
  add column reachable_at timestamptz generated always as (case when status = 'approved' and receives_research then last_active_at end)
    stored; -- when a panelist who may be contacted was last active; null if the panelist may not be contacted

create function copy_preference() returns trigger language plpgsql as $$
begin
  update panelists set receives_research = tg_op <> 'DELETE' and new.receive where id = coalesce(new.panelist_id, old.panelist_id);
  return null;
end $$;
create trigger preferences_copied after insert or delete or update of receive on preferences
  for each row execute function copy_preference();

create function copy_lsm_group() returns trigger language plpgsql as $$
begin
  update panelists set lsm_group = new.lsm_group where id = new.panelist_id;
  return null;
end $$;
create trigger profiles_lsm_group_added after insert on profiles
  for each row when (new.lsm_group is not null) execute function copy_lsm_group();
create trigger profiles_lsm_group_changed after update of lsm_group on profiles
  for each row when (new.lsm_group is distinct from old.lsm_group) execute function copy_lsm_group();
