-- What partners' completions have earned in a day of South African time, for their daily cap. One row for each shard, so that
-- no two callbacks wait for each other.
create table partner_days (
  partner text not null,
  day date not null,
  shard integer not null,
  credited bigint not null,
  primary key (partner, day, shard)
);

-- Whether an event's completion waits for two people, by one of the rules for review.
create function is_withheld(effect text) returns boolean language sql immutable as $$
  select effect in ('over-daily-cap', 'over-daily-completions', 'over-partner-cap', 'too-fast')
$$;
drop index partner_events_withheld;
create index partner_events_withheld on partner_events (id) where is_withheld(effect);

-- Locks a session's wallet and returns all that decides about an event at a time: the session and its events, an earlier event
-- of the same key, the session's reward, what the wallet earned and how often in the day before, what the partner's completions
-- earned on that day, which of the surveys named were credited to the panelist, and whether a completion of it is withheld.
drop function lock_session;
create function lock_session(in_session text, in_dedupe_key text, in_survey text, in_at timestamptz)
returns table (
  partner text, pid text, survey_id text, opened_at timestamptz,
  wallet_id uuid, panelist_id uuid, pending bigint, available bigint, reserved bigint, owed bigint,
  events jsonb, earlier_id bigint, earlier_digest bytea,
  reward_id uuid, reward_amount bigint, reward_state text, reward_changes integer, share_ppm integer, zar_per_usd_micros bigint,
  earned bigint, completions integer, partner_earned bigint, credited_surveys text[], is_withheld boolean
)
language plpgsql as $$
declare
  s survey_sessions;
  w wallets;
begin
  select * into s from survey_sessions b where b.id = in_session;
  if not found then return; end if;
  select * into w from wallets b where b.id = s.wallet_id for no key update;
  return query
    select s.partner, s.pid, s.survey_id, s.created_at, w.id, w.panelist_id, w.pending, w.available, w.reserved, w.owed,
      e.events, earlier.id, earlier.digest, r.id, r.amount, r.state, r.changes, r.share_ppm, r.zar_per_usd_micros,
      day.earned, day.completions,
      (select coalesce(sum(b.credited), 0)::bigint from partner_days b
        where b.partner = s.partner and b.day = (in_at at time zone 'Africa/Johannesburg')::date),
      array(
        select b.survey_id from rewards b
        where b.wallet_id = w.id and b.partner = s.partner and b.survey_id = any(e.surveys || in_survey || s.survey_id || s.id)
        union all
        select b.survey_id from surveys_paid_before(w.panelist_id, s.partner) b),
      coalesce(e.is_withheld, false)
    from (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text)
          order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys,
        bool_or(is_withheld(b.effect)) as is_withheld
      from partner_events b where b.session_id = s.id
    ) e
    cross join (
      select coalesce(sum(b.amount), 0)::bigint as earned, count(*)::int as completions
      from rewards b where b.wallet_id = w.id and b.earned_at > in_at - interval '1 day'
    ) day
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = in_dedupe_key
    left join rewards r on r.session_id = s.id;
end $$;

-- When to see next whether a panelist is still active, and when they were told that the profile will be deleted. A column of
-- its own, because activity changes all the time and an index of it would have to be changed with it.
alter table panelists
  add column inactivity_check_at timestamptz not null default now() + interval '24 months',
  add column inactivity_notice_at timestamptz;
update panelists set inactivity_check_at = last_active_at + interval '24 months';
create index panelists_inactivity on panelists (inactivity_check_at);
alter table messages drop constraint messages_kind, add constraint messages_kind check (kind in
  ('voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'inactivity', 'invitation', 'task'));
