-- A session's events say which of them people decided, or read from a partner's statement: such an event stands in for one
-- that the partner has not sent, and must not count beside it.
create or replace function lock_session(in_session text, in_dedupe_key text, in_survey text, in_at timestamptz)
returns table (
  partner text, pid text, survey_id text, opened_at timestamptz,
  wallet_id uuid, panelist_id uuid, pending bigint, available bigint, reserved bigint, owed bigint,
  events jsonb, earlier_id bigint, earlier_digest bytea,
  reward_id uuid, reward_amount bigint, reward_state text, reward_changes integer, share_ppm integer, zar_per_usd_micros bigint,
  earned bigint, completions integer, partner_earned bigint, credited_surveys text[], is_withheld boolean
)
language plpgsql as $$
declare
  s record;
  paid_before text[] := '{}';
begin
  select a.partner, a.pid, a.survey_id, a.created_at, w.id, w.panelist_id, w.pending::bigint, w.available::bigint, w.reserved::bigint, w.owed::bigint,
    w.is_of_returner
    into s
  from survey_sessions a join wallets w on w.id = a.wallet_id where a.id = in_session for no key update of w;
  if not found then return; end if;
  if s.is_of_returner then paid_before := array(select b.survey_id from surveys_paid_before(s.panelist_id, s.partner) b); end if;
  return query
    select s.partner, s.pid, s.survey_id, s.created_at, s.id, s.panelist_id, s.pending, s.available, s.reserved, s.owed,
      e.events, earlier.id, earlier.digest, r.id, r.amount::bigint, r.state::text, r.changes, r.share_ppm, r.zar_per_usd_micros,
      day.earned, day.completions,
      (select coalesce(sum(b.credited), 0)::bigint from partner_days b
        where b.partner = s.partner and b.day = (in_at at time zone 'Africa/Johannesburg')::date),
      paid_before || array(
        select b.survey_id from rewards b
        where b.wallet_id = s.id and b.partner = s.partner and b.survey_id = any(e.surveys || in_survey || s.survey_id || in_session)),
      coalesce(e.is_withheld, false)
    from (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text,
            'isByHand', coalesce(b.raw_code in ('operator', 'statement'), false)) order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys,
        bool_or(is_withheld(b.effect)) as is_withheld
      from partner_events b where b.session_id = in_session
    ) e
    cross join (
      select coalesce(sum(b.amount), 0)::bigint as earned, count(*)::int as completions
      from rewards b where b.wallet_id = s.id and b.earned_at > in_at - interval '1 day'
    ) day
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = in_dedupe_key
    left join rewards r on r.session_id = in_session;
end $$;
