-- As before, and with `in_most_a_day` no more new withdrawals than that within 24 hours, but for those that came back: `retry_at` then says
-- when the next one is accepted, and nothing is reserved. Processes of the release before, which don't name it, are answered as before.
drop function request_withdrawals;
create function request_withdrawals(
  in_wait boolean, in_did_indexes bytea[], in_ids uuid[], in_dids_sealed bytea[], in_messages uuid[],
  in_minimum bigint, in_repeat_since timestamptz, in_at timestamptz, in_most_a_day integer default null
) returns table (place integer, accepted boolean, retry_at timestamptz) language plpgsql as $$
declare
  locked uuid[];
begin
  if in_wait then
    locked := array(
      select b.id from panelists a join wallets b on b.panelist_id = a.id where a.did_index = any(in_did_indexes)
      for no key update of b);
  else
    locked := array(
      select b.id from panelists a join wallets b on b.panelist_id = a.id where a.did_index = any(in_did_indexes)
      for no key update of b skip locked);
  end if;
  return query
    with asked as materialized (
      select g.place, g.id, g.did_sealed, g.message, w.id as wallet_id, w.available::bigint as amount,
        case
          when p.status <> 'approved' then 'refused'
          when d.state not in ('paid', 'returned') then 'accepted before'
          when w.available < in_minimum then
            case when d.state = 'paid' and d.requested_at > in_repeat_since then 'accepted before' else 'refused' end
          when (
            select count(*) from withdrawals b
            where b.wallet_id = w.id and b.requested_at > in_at - interval '24 hours' and b.state = 'returned'
          ) >= 10 then 'refused'
          when l.ends_at > in_at then 'too many'
          else 'accepted'
        end as verdict, l.ends_at
      from unnest(in_did_indexes, in_ids, in_dids_sealed, in_messages) with ordinality as g (did_index, id, did_sealed, message, place)
      join panelists p on p.did_index = g.did_index
      join wallets w on w.panelist_id = p.id and w.id = any(locked)
      left join lateral (
        select b.state, b.requested_at from withdrawals b where b.wallet_id = w.id
        order by b.state in ('paid', 'returned'), b.requested_at desc limit 1
      ) d on true
      left join lateral (
        select b.requested_at + interval '24 hours' as ends_at from withdrawals b
        where b.wallet_id = w.id and b.state <> 'returned'
        order by b.requested_at desc offset in_most_a_day - 1 limit 1
      ) l on in_most_a_day is not null
    ),
    withdrawal as (
      insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
      select a.id, a.wallet_id, a.amount, 'reserved', 'W' || left(a.wallet_id::text, 2) || substr(replace(a.id::text, '-', ''), 3),
        a.did_sealed, in_at, in_at
      from asked a where a.verdict = 'accepted'
    ),
    transfer as (
      insert into transfers (kind, key, wallet_id, at)
      select 'withdrawal-reserved', 'withdrawal-reserved:' || a.id, a.wallet_id, in_at from asked a where a.verdict = 'accepted'
      returning transfers.id, transfers.wallet_id
    ),
    posting as (
      insert into postings (transfer_id, account, amount)
      select t.id, p.account, p.sign * a.amount
      from transfer t join asked a on a.wallet_id = t.wallet_id cross join (values ('available', -1), ('reserved', 1)) as p (account, sign)
    ),
    message as (
      insert into messages (id, kind, subject, state, created_at, next_attempt_at)
      select a.message, 'withdrawal-requested', a.id, 'waiting', in_at, in_at from asked a where a.verdict = 'accepted'
    )
    select a.place::integer, a.verdict in ('accepted', 'accepted before'), case when a.verdict = 'too many' then a.ends_at end from asked a;
end $$;
