-- A panelist's card says what the panelist's own history and the Disputes page say.

-- What changed a wallet, each change as it was made: all amounts together are what is available and pending less what is
-- owed. What is withdrawn leaves it when it is reserved. A reward that was taken back since is reversed, and its state now is that of its last credit.
create or replace function card_ledger(in_panelist uuid, in_limit integer)
returns table (at timestamptz, kind text, partner text, state text, release_at timestamptz, amount bigint)
language sql stable as $$
  select t.at,
    case t.kind when 'earned' then 'reward' when 'corrected' then 'correction' when 'reversed' then 'reversal'
      when 'reinstated' then 'reinstatement' when 'withdrawal-reserved' then 'withdrawal' when 'withdrawal-returned' then 'return'
      else 'debt' end,
    r.partner,
    case when t.kind = 'reversed' or c.is_past then 'reversed' when t.kind = 'withdrawal-returned' then 'returned'
      else coalesce(h.state, 'owed') end,
    case when t.kind <> 'reversed' and not c.is_past then h.release_at end,
    t.amount
  from (
    select t.id, t.kind::text, t.key, t.at, sum(p.amount)::bigint as amount
    from wallets w join transfers t on t.wallet_id = w.id
    join postings p on p.transfer_id = t.id and p.account in ('pending', 'available', 'owed')
    where w.panelist_id = in_panelist
    group by t.id having sum(p.amount) <> 0
    order by t.at desc, t.id desc limit in_limit
  ) t
  left join reward_history(in_panelist, null) h on h.id = case when t.kind <> 'debt-restored' then split_part(t.key, ':', 2)::uuid end
  left join rewards r on r.id = h.id
  -- The number of a reinstatement is how often the reward had been changed by then.
  cross join lateral (
    select coalesce(t.kind in ('earned', 'reinstated') and r.changes <> coalesce(nullif(split_part(t.key, ':', 3), ''), '0')::int, false) as is_past
  ) c
  order by t.at desc, t.id desc
$$;

-- The same list of disputes, or one by its id, whenever it was answered.
drop function dispute_list;
create function dispute_list(in_open boolean, in_since timestamptz, in_id bigint)
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
    union all
    select * from disputes n where n.id = in_id
  ) d
  cross join lateral (select b.partner from survey_sessions b where b.id = d.session_id limit 1) s
  left join lateral (select b.amount from rewards b where b.session_id = d.session_id limit 1) r on true
  cross join lateral (
    select max(b.usd_micros) as usd_micros, (array_agg(b.outcome order by b.id desc))[1] as last_reported
    from partner_events b where b.session_id = d.session_id and b.outcome is not null
  ) e
  order by d.reported_at, d.id
$$;
