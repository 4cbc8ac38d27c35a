-- What the console's pages read of other folders' tables, each found by an index.

-- Money moved in a period, by kind of transfer and account, as `figures_of_day` counts it.
create function moved_between(in_from timestamptz, in_to timestamptz) returns table (key text, amount bigint)
language sql stable as $$
  select t.kind || ':' || p.account, sum(p.amount)::bigint
  from transfers t join postings p on p.transfer_id = t.id
  where t.at >= in_from and t.at < in_to group by 1
$$;

-- Open withdrawals by state: how many for under 15 minutes, up to an hour, up to a day, and longer.
create function open_withdrawal_ages(in_at timestamptz)
returns table (state text, minutes integer, hour integer, day integer, longer integer, amount bigint)
language sql stable as $$
  select state,
    count(*) filter (where requested_at > in_at - interval '15 minutes')::int,
    count(*) filter (where requested_at <= in_at - interval '15 minutes' and requested_at > in_at - interval '1 hour')::int,
    count(*) filter (where requested_at <= in_at - interval '1 hour' and requested_at > in_at - interval '1 day')::int,
    count(*) filter (where requested_at <= in_at - interval '1 day')::int,
    sum(amount)::bigint
  from withdrawals where state in ('reserved', 'sending', 'unknown', 'needs-review') group by state
$$;

create function messages_in_review() returns table (id uuid, since timestamptz, amount bigint) language sql stable as $$
  select m.id, m.created_at, d.amount
  from messages m left join withdrawals d on d.id = case when m.kind in ('voucher', 'withdrawal-returned') then m.subject::uuid end
  where m.state = 'needs-review' order by m.created_at
$$;

-- The issuer's settlement files that were read, and what was found in each.
create table settlement_files (
  id bigint generated always as identity primary key,
  day date not null,
  account text not null,
  read_at timestamptz not null,
  -- By verdict: how many lines, and their cents.
  verdicts jsonb not null
);

-- A panelist's card.
create function card_wallet(in_panelist uuid)
returns table (available bigint, pending bigint, reserved bigint, owed bigint, next_release_at timestamptz, earned bigint, paid_out bigint)
language sql stable as $$
  select w.available, w.pending, w.reserved, w.owed,
    (select min(r.release_at) from rewards r where r.wallet_id = w.id and r.state = 'pending'),
    (select coalesce(sum(r.amount), 0)::bigint from rewards r where r.wallet_id = w.id and r.state <> 'reversed'),
    (select coalesce(sum(d.amount), 0)::bigint from withdrawals d where d.wallet_id = w.id and d.state = 'paid')
  from wallets w where w.panelist_id = in_panelist
$$;

create function card_ledger(in_panelist uuid, in_limit integer)
returns table (at timestamptz, kind text, partner text, state text, release_at timestamptz, amount bigint)
language sql stable as $$
  select e.at, e.kind, e.partner, e.state, e.release_at, e.amount from (
    select h.at, h.kind, r.partner, h.state, h.release_at, case h.kind when 'withdrawal' then -h.amount else h.amount end as amount
    from reward_history(in_panelist, in_limit) h left join rewards r on r.id = h.id
    union all
    select t.at, 'reversal', r.partner, 'reversed', null, -r.amount
    from wallets w join transfers t on t.wallet_id = w.id and t.kind = 'reversed' join rewards r on r.id = split_part(t.key, ':', 2)::uuid
    where w.panelist_id = in_panelist
  ) e order by e.at desc limit in_limit
$$;

create function card_sessions(in_panelist uuid)
returns table (id text, partner text, entered_at timestamptz, returned_at timestamptz, outcome text, reported text[], reward bigint)
language sql stable as $$
  select s.id, s.partner, s.created_at, s.returned_at, s.outcome,
    array(select e.outcome from partner_events e where e.session_id = s.id and e.outcome is not null order by e.id),
    (select r.amount from rewards r where r.session_id = s.id and r.state <> 'reversed')
  from survey_sessions s where s.panelist_id = in_panelist order by s.created_at desc
$$;

create function card_questionnaires(in_panelist uuid) returns table (questionnaire text, done_at timestamptz, due_at timestamptz)
language sql stable as $$
  select coalesce(s.questionnaire, d.survey), s.at, d.due_at
  from (select questionnaire, max(submitted_at) as at from submissions where panelist_id = in_panelist group by questionnaire) s
  full join (select survey, due_at from profiling_due where panelist_id = in_panelist) d on d.survey = s.questionnaire
$$;
