-- The chat tells when a withdrawal is asked for and when a profile is deleted: a leaked did is enough for both.
alter table messages drop constraint messages_kind_check, add constraint messages_kind check (kind in
  ('voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'invitation', 'task'));
-- The device of a message that no profile or withdrawal is left to name, encrypted; erased once it was sent or given up.
alter table messages add column did_sealed bytea;
