-- Of a deleted profile a message keeps no panelist: neither the reference nor the id in what it is about. The row itself says it, so that
-- a message that is queued while the profile is being deleted is no exception.
create function forget_subject() returns trigger language plpgsql as $$
begin
  new.subject := new.id::text;
  return new;
end $$;
create trigger messages_forget_subject before update of panelist_id on messages
  for each row when (new.panelist_id is null and starts_with(new.subject, old.panelist_id::text)) execute function forget_subject();

update messages set subject = id::text where panelist_id is null and kind in ('invitation', 'inactivity');
