-- The code itself makes invitations due again when a panelist opts in, is approved or comes back.
drop trigger panelists_reconsider on panelists;
drop trigger preferences_reconsider on preferences;
drop function reconsider_panelist();
drop function reconsider_preference();
drop function reconsider_invitations(uuid);

-- A registration takes over the tombstones that it sees. If it waited for the deletion of a profile with the same number, it has not seen
-- that profile's tombstone, and starts again. It has updated every tombstone that it took over.
create or replace function retry_where_a_tombstone_was_missed() returns trigger language plpgsql as $$
begin
  if exists (
    select from tombstones t
    where (t.did_index = new.did_index or t.number_index = new.number_index) and t.xmin <> pg_current_xact_id()::xid
  ) then
    raise exception 'the transaction has to be tried again' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
drop function retry_transaction();
