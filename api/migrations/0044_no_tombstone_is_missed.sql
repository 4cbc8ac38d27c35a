-- A registration takes over the tombstones that it sees. It may wait for a profile of the same number that is being deleted, whose tombstone
-- was not there when it looked: then it begins again. Every tombstone that it did take over it has updated itself.
create function retry_where_a_tombstone_was_missed() returns trigger language plpgsql as $$
begin
  if exists (
    select from tombstones t
    where (t.did_index = new.did_index or t.number_index = new.number_index) and t.xmin <> pg_current_xact_id()::xid
  ) then perform retry_transaction(); end if;
  return null;
end $$;
create trigger panelists_take_over_tombstones after insert on panelists
  for each row execute function retry_where_a_tombstone_was_missed();
