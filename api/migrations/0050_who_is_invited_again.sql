-- Somebody who can't be contacted is looked at again after a month. Approval, opting in and coming back make what is due be looked at at once,
-- whichever statement they come with. Rows of which it is being decided at the same moment are waited for.
create function reconsider_invitations(in_panelist uuid) returns void language sql as $$
  update profiling_due set invite_at = due_at where panelist_id = in_panelist and invite_at is not null
$$;
create function reconsider_panelist() returns trigger language plpgsql as $$
begin
  perform reconsider_invitations(new.id);
  return null;
end $$;
create function reconsider_preference() returns trigger language plpgsql as $$
begin
  perform reconsider_invitations(new.panelist_id);
  return null;
end $$;
create trigger panelists_reconsider after update of status, last_active_at on panelists
  for each row when (
    new.status = 'approved' and (old.status <> 'approved' or new.last_active_at > old.last_active_at + interval '30 days'))
  execute function reconsider_panelist();
create trigger preferences_reconsider after update of receive on preferences
  for each row when (new.receive and not old.receive) execute function reconsider_preference();
