-- What a partner's surveys usually give and how long they take, counted once a day from the completions of 30 days.
create table survey_estimates (
  partner text primary key,
  counted_on date not null,
  completions integer not null,
  -- Cents of the middle half of the rewards, and the median length.
  reward_from bigint,
  reward_to bigint,
  minutes integer
);

create function count_estimates(in_partners text[], in_from timestamptz, in_to timestamptz)
returns table (partner text, completions integer, reward_from bigint, reward_to bigint, minutes integer)
language sql stable as $$
  select p.partner, count(r.id)::int,
    percentile_disc(0.25) within group (order by r.amount), percentile_disc(0.75) within group (order by r.amount),
    round(percentile_cont(0.5) within group (
      order by extract(epoch from coalesce(s.returned_at, r.earned_at) - s.created_at) / 60))::int
  from unnest(in_partners) p (partner)
  left join rewards r on r.partner = p.partner and r.earned_at >= in_from and r.earned_at < in_to and r.state <> 'reversed'
  left join survey_sessions s on s.id = r.session_id
  group by p.partner
$$;

-- By partner, where there are enough completions.
create function shown_estimates() returns jsonb language sql stable as $$
  select jsonb_object_agg(partner, jsonb_build_object('from', reward_from::text, 'to', reward_to::text, 'minutes', minutes))
  from survey_estimates where completions >= 30
$$;
