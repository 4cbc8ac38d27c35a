-- What panelists report about surveys that were not paid or were taken back, and what their history shows of them.

-- When a browser came back from the survey as finished. Such a return may be unsigned, so it never pays: it only lists the
-- survey as waiting for its partner.
alter table survey_sessions add column finished_at timestamptz;
-- Why a completion was taken back, where the partner says so.
alter table partner_events add column reason text check (reason in
  ('speeding', 'straight-lining', 'open-ends', 'inconsistent', 'no-record', 'quality'));

create table disputes (
  id bigint generated always as identity primary key,
  -- A session is reported once.
  session_id text not null unique references survey_sessions,
  panelist_id uuid not null references panelists on delete cascade,
  kind text not null check (kind in ('no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'other')),
  -- What the panelist wrote, encrypted with their key: it may say who they are, although nobody asks for that.
  words_sealed bytea,
  reported_at timestamptz not null,
  partner_asked_at timestamptz,
  outcome text check (outcome in ('credited', 'declined')),
  -- The sentence that the panelist reads.
  answer text,
  answered_at timestamptz,
  check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answer is null))
);
create index disputes_of on disputes (panelist_id);
create index disputes_open on disputes (reported_at) where answered_at is null;
create index disputes_answered on disputes (answered_at) where answered_at is not null;

-- A panelist's history: rewards and withdrawals; rewards that were taken back, with the partner's reason and what is left to
-- pay off of a debt; and surveys of the last 60 days that have earned nothing yet. `session_id` is there where a problem can
-- be reported now.
create function panelist_history(in_panelist uuid, in_at timestamptz, in_limit integer)
returns table (
  id text, kind text, state text, amount bigint, at timestamptz, release_at timestamptz, session_id text,
  reported_at timestamptz, answer text, answered_at timestamptz, reason text, debt bigint, debt_left bigint
)
language sql stable as $$
  with entries as (
    select h.id::text, h.kind, h.state, h.amount, h.at, h.release_at, null::text as session_id,
      null::timestamptz as reported_at, d.answer, d.answered_at, null::text as reason, null::bigint as debt, null::bigint as debt_left
    from reward_history(in_panelist, in_limit) h
    left join rewards r on r.id = h.id and r.state <> 'reversed'
    left join disputes d on d.session_id = r.session_id and d.answered_at is not null
    union all
    select 'reversal:' || v.id, 'reversal', 'reversed', v.amount, v.at, null,
      case when d.id is null and v.at > in_at - interval '60 days' then v.session_id end,
      case when d.answered_at is null then d.reported_at end, d.answer, d.answered_at, v.reason,
      -- What a panelist owes is paid off oldest first, so what is left of it belongs to the newest reversals.
      nullif(v.debt, 0), greatest(0, least(v.debt, v.owed - v.newer_debts))
    from (
      select r.id, r.session_id, r.amount, t.at, -w.owed as owed, e.reason, coalesce(-p.amount, 0) as debt,
        coalesce(sum(-p.amount) over (order by t.at desc, r.id rows between unbounded preceding and 1 preceding), 0)::bigint as newer_debts
      from wallets w
      join rewards r on r.wallet_id = w.id and r.state = 'reversed'
      join transfers t on t.key = 'reversed:' || r.id || ':' || r.changes
      left join postings p on p.transfer_id = t.id and p.account = 'owed'
      left join lateral (
        select b.reason from partner_events b where b.session_id = r.session_id and b.outcome = 'reversed' order by b.id desc limit 1
      ) e on true
      where w.panelist_id = in_panelist
    ) v
    left join disputes d on d.session_id = v.session_id
    union all
    (
      select s.id, 'finished',
        case when d.answered_at is not null then 'answered' when d.id is not null then 'reported' else 'waiting' end,
        0, f.at, null, case when d.id is null and f.at <= in_at - interval '24 hours' then s.id end,
        case when d.answered_at is null then d.reported_at end, d.answer, d.answered_at, null, null, null
      from survey_sessions s
      cross join lateral (select coalesce(s.finished_at, s.returned_at, s.ended_at, s.created_at) as at) f
      left join disputes d on d.session_id = s.id
      where s.panelist_id = in_panelist and s.created_at > in_at - interval '60 days'
        and (s.finished_at is not null or s.outcome in ('complete', 'tentative'))
        and not exists (select from rewards r where r.session_id = s.id)
        -- Not where the partner has verified another outcome, or paid for the survey before.
        and (d.id is not null or coalesce(s.outcome, 'drop') in ('complete', 'tentative', 'technical', 'drop') and not exists (
          select from partner_events e where e.session_id = s.id and e.effect in ('survey-already-credited', 'no-credit')))
      order by f.at desc limit 20
    )
    union all
    -- Most people leave a survey on purpose, so only the latest of those that nobody came back from are listed, for a week.
    (
      select s.id, 'started',
        case when d.answered_at is not null then 'answered' when d.id is not null then 'reported' else 'unfinished' end,
        0, s.created_at, null, case when d.id is null then s.id end,
        case when d.answered_at is null then d.reported_at end, d.answer, d.answered_at, null, null, null
      from survey_sessions s left join disputes d on d.session_id = s.id
      where s.panelist_id = in_panelist and s.finished_at is null
        and (d.id is not null or s.outcome = 'drop' and s.returned_at is null and s.created_at > in_at - interval '7 days')
        and coalesce(s.outcome, 'drop') not in ('complete', 'tentative')
        and not exists (select from rewards r where r.session_id = s.id)
        and s.created_at > in_at - interval '60 days'
      order by d.id is null, s.created_at desc limit 3
    )
  )
  select * from entries e order by e.at desc, e.kind <> 'reversal', e.id limit in_limit
$$;

-- The disputes that are open, or the last thousand of those that were answered since a time: with the partner, the price that was named and the
-- partner's last word. The longest wait first.
create function dispute_list(in_open boolean, in_since timestamptz)
returns table (
  id bigint, kind text, partner text, reported_at timestamptz, partner_asked_at timestamptz, outcome text, answered_at timestamptz,
  reward bigint, usd_micros bigint, last_reported text
)
language sql stable as $$
  select d.id, d.kind, s.partner, d.reported_at, d.partner_asked_at, d.outcome, d.answered_at, r.amount, e.usd_micros, e.last_reported
  from (
    select * from disputes o where in_open and o.answered_at is null
    union all
    (select * from disputes a where not in_open and a.answered_at > in_since order by a.answered_at desc limit 1000)
  ) d
  cross join lateral (select b.partner from survey_sessions b where b.id = d.session_id limit 1) s
  left join lateral (select b.amount from rewards b where b.session_id = d.session_id limit 1) r on true
  cross join lateral (
    select max(b.usd_micros) as usd_micros, (array_agg(b.outcome order by b.id desc))[1] as last_reported
    from partner_events b where b.session_id = d.session_id and b.outcome is not null
  ) e
  order by d.reported_at, d.id
$$;

-- What happened in a session, by us and by its partner, the oldest first.
create function session_timeline(in_session text)
returns table (at timestamptz, by_partner boolean, what text, detail text)
language sql stable as $$
  select * from (
    select s.created_at, false, 'entered', s.survey_id from survey_sessions s where s.id = in_session
    union all
    select s.returned_at, false, 'returned', case when s.finished_at is not null then 'finished' end
    from survey_sessions s where s.id = in_session and s.returned_at is not null
    union all
    select r.earned_at, false, 'reward', r.state from rewards r where r.session_id = in_session
    union all
    select e.received_at, e.raw_code is distinct from 'operator', e.outcome, e.effect from partner_events e
    where e.session_id = in_session and e.outcome is not null
  ) t (at, by_partner, what, detail)
  order by at
$$;

-- Open disputes whose session was credited after it was reported.
create function confirmed_disputes() returns table (id bigint) language sql stable as $$
  select d.id from disputes d join rewards r on r.session_id = d.session_id
  where d.answered_at is null and r.state <> 'reversed'
$$;
