-- Consents by purpose, with a hash of the text that was agreed to and the way it was given or withdrawn. Only added to: the
-- latest row of a purpose is what holds.
alter table consents drop constraint consents_purpose_check;
update consents set purpose = 'partner_comms' where purpose = 'partner-communication';
alter table consents add constraint consents_purpose check (purpose in
  ('membership', 'special:ethnicity', 'marketing', 'partner_comms', 'transfer_abroad'));
alter table consents
  -- SHA-256 of the text as it was shown; null in rows from before it was recorded, and where a consent is withdrawn.
  add column text_hash bytea,
  add column channel text not null default 'registration' check (channel in ('registration', 'preferences', 'operator'));
alter table consents alter column channel drop default;

-- Whoever accepted the terms answered the question of ethnicity beside them and was sent to partners abroad under them.
insert into consents (panelist_id, purpose, given, terms_version, recorded_at, channel)
select c.panelist_id, p.purpose, c.given, c.terms_version, c.recorded_at, 'registration'
from consents c, unnest(array['special:ethnicity', 'transfer_abroad']) as p (purpose) where c.purpose = 'membership';

drop index consents_of;
create index consents_of on consents (panelist_id, purpose, id desc);
create trigger consents_kept before update or truncate on consents for each statement execute function refuse_change();

-- What holds now; no row is no consent.
create function has_consent(in_panelist uuid, in_purpose text) returns boolean language sql stable as $$
  select coalesce((
    select given from consents where panelist_id = in_panelist and purpose = in_purpose order by id desc limit 1), false)
$$;
