-- As before, but no withdrawal within a day of ten that came back: a device that the super-app does not know could
-- withdraw and be returned to several times a minute, and what that adds to the books is never deleted.
create or replace function request_withdrawal(
  in_did_index bytea, in_id uuid, in_did_sealed bytea, in_message uuid, in_minimum bigint, in_repeat_since timestamptz, in_at timestamptz
) returns boolean language plpgsql as $$
declare
  w record;
  p record;
  transfer bigint;
begin
  select b.id, b.panelist_id, b.available into w
  from panelists a join wallets b on b.panelist_id = a.id where a.did_index = in_did_index
  for no key update of b;
  if not found then return null; end if;
  select a.status, d.state, d.requested_at into p
  from panelists a left join lateral (
    select b.state, b.requested_at from withdrawals b where b.wallet_id = w.id
    order by b.state in ('paid', 'returned'), b.requested_at desc limit 1
  ) d on true
  where a.id = w.panelist_id;
  if p.status <> 'approved' then return false; end if;
  if p.state not in ('paid', 'returned') then return true; end if;
  if w.available < in_minimum then return coalesce(p.state = 'paid' and p.requested_at > in_repeat_since, false); end if;
  if (
    select count(*) from withdrawals b
    where b.wallet_id = w.id and b.requested_at > in_at - interval '24 hours' and b.state = 'returned'
  ) >= 10 then return false; end if;
  insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
  values (in_id, w.id, w.available, 'reserved', 'W' || left(w.id::text, 2) || substr(replace(in_id::text, '-', ''), 3), in_did_sealed, in_at, in_at);
  insert into transfers (kind, key, wallet_id, at)
  values ('withdrawal-reserved', 'withdrawal-reserved:' || in_id, w.id, in_at) returning id into transfer;
  insert into postings (transfer_id, account, amount)
  values (transfer, 'available', -w.available), (transfer, 'reserved', w.available);
  insert into messages (id, kind, subject, state, created_at, next_attempt_at)
  values (in_message, 'withdrawal-requested', in_id, 'waiting', in_at, in_at);
  return true;
end $$;
