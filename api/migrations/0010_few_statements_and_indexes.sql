-- What other folders' statements join instead of the owner's table; the planner inlines each of them.
create function panelist_of_did(in_did_index bytea) returns table (panelist_id uuid, status text)
language sql stable as $$
  select id, status from panelists where did_index = in_did_index
$$;

create function due_surveys(in_panelist uuid, in_at timestamptz) returns table (surveys text[])
language sql stable as $$
  select array_agg(survey) from profiling_due where panelist_id = in_panelist and due_at <= in_at
$$;

create function balances_of(in_panelist uuid) returns table (available bigint, pending bigint, total numeric)
language sql stable as $$
  select available, pending,
    (select coalesce(sum(amount), 0) from rewards r where r.wallet_id = w.id and state <> 'reversed')
  from wallets w where panelist_id = in_panelist
$$;

-- What the balances are made of, newest first. A withdrawal takes the whole available balance, so every reward that was
-- released before one, unless it was returned, is withdrawn.
create function reward_history(in_panelist uuid, in_limit integer)
returns table (id uuid, kind text, state text, amount bigint, at timestamptz, release_at timestamptz)
language sql stable as $$
  select e.id, e.kind, e.state, e.amount, e.at, e.release_at from (
    select r.id, 'reward' as kind,
      case when r.state = 'available' and exists (
        select from withdrawals d
        where d.wallet_id = r.wallet_id and d.state <> 'returned' and d.requested_at >= r.released_at
      ) then 'withdrawn' else r.state end as state,
      r.amount, r.earned_at as at, case when r.state = 'pending' then r.release_at end as release_at
    from rewards r join wallets w on w.id = r.wallet_id where w.panelist_id = in_panelist
    union all
    select d.id, 'withdrawal', case when d.state in ('paid', 'returned') then d.state else 'processing' end,
      d.amount, d.requested_at, null
    from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = in_panelist
  ) e
  order by e.at desc, e.id limit in_limit
$$;

-- The functions below lock and read in one call. They are no single statements, because a statement that has waited for a
-- lock still sees the other tables as they were before it waited; each statement of a function sees what is there now.

-- Locks a panelist, records that they were active, and returns their latest submission of a questionnaire.
create function lock_panelist_to_submit(in_did_index bytea, in_questionnaire text, in_at timestamptz)
returns table (panelist_id uuid, latest_digest bytea, latest_at timestamptz)
language plpgsql as $$
declare
  panelist uuid;
begin
  update panelists p set last_active_at = greatest(p.last_active_at, in_at) where p.did_index = in_did_index returning p.id into panelist;
  if not found then return; end if;
  return query
    select panelist, s.digest, s.submitted_at
    from (select) one left join lateral (
      select digest, submitted_at from submissions b
      where b.panelist_id = panelist and b.questionnaire = in_questionnaire
      order by b.submitted_at desc, b.id desc limit 1
    ) s on true;
end $$;

-- Locks a panelist, then the wallet, and returns the latest withdrawal.
create function lock_wallet_to_withdraw(in_did_index bytea)
returns table (status text, wallet_id uuid, available bigint, latest_state text, latest_at timestamptz)
language plpgsql as $$
declare
  p record;
  w record;
begin
  select b.id, b.status into p from panelists b where b.did_index = in_did_index for no key update;
  if not found then return; end if;
  select b.id, b.available into w from wallets b where b.panelist_id = p.id for no key update;
  return query
    select p.status, w.id, w.available, d.state, d.requested_at
    from (select) one left join lateral (
      select b.state, b.requested_at from withdrawals b where b.wallet_id = w.id order by b.requested_at desc limit 1
    ) d on true;
end $$;

-- Locks a session's wallet and returns all that decides about an event: the session and its events, an earlier event of the
-- same key, the session's reward, what the wallet earned since a time, and which of the surveys named were credited to it.
create function lock_session(in_session text, in_dedupe_key text, in_survey text, in_since timestamptz)
returns table (
  partner text, pid text, survey_id text,
  wallet_id uuid, panelist_id uuid, pending bigint, available bigint, reserved bigint, owed bigint,
  events jsonb, earlier_id bigint, earlier_digest bytea,
  reward_id uuid, reward_amount bigint, reward_state text, reward_changes integer, share_ppm integer, zar_per_usd_micros bigint,
  earned_since bigint, credited_surveys text[]
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
    select s.partner, s.pid, s.survey_id, w.id, w.panelist_id, w.pending, w.available, w.reserved, w.owed,
      e.events, earlier.id, earlier.digest, r.id, r.amount, r.state, r.changes, r.share_ppm, r.zar_per_usd_micros,
      (select coalesce(sum(b.amount), 0)::bigint from rewards b where b.wallet_id = w.id and b.earned_at > in_since),
      array(
        select b.survey_id from rewards b
        where b.wallet_id = w.id and b.partner = s.partner and b.survey_id = any(e.surveys || in_survey || s.survey_id || s.id))
    from (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text)
          order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys
      from partner_events b where b.session_id = s.id
    ) e
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = in_dedupe_key
    left join rewards r on r.session_id = s.id;
end $$;

-- Sampling by age: a keyed hash of the month of birth, filled by the code, which has the key. The date itself stays encrypted.
alter table profile_answers add column birth_month bytea;
create index profile_answers_by_birth_month on profile_answers (birth_month) where birth_month is not null;
create index profile_answers_without_birth_month on profile_answers (panelist_id) where question = 'dob' and birth_month is null;
-- Sampling by one of several answers to a question.
create index profile_answers_by_option on profile_answers using gin (answer jsonb_path_ops) where jsonb_typeof(answer) = 'array';

-- Deleting a profile looks for its messages.
create index messages_to on messages (panelist_id) where panelist_id is not null;
create index postings_unclaimed on postings (transfer_id) where account = 'unclaimed';

-- Which paid withdrawals no settlement file has named yet.
alter table withdrawals add column settled_at timestamptz;
update withdrawals w set settled_at = s.read_at from settlements s where s.reference = w.reference;
create index withdrawals_not_settled on withdrawals (ended_at) where state = 'paid' and settled_at is null;
