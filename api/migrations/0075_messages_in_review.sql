-- What a message in review is, and the reference of the withdrawal that it is about.
drop function messages_in_review;
create function messages_in_review()
returns table (id uuid, kind text, since timestamptz, amount bigint, reference text) language sql stable as $$
  select m.id, m.kind, m.created_at, d.amount, d.reference
  from messages m left join withdrawals d on d.id = case when m.kind in ('voucher', 'withdrawal-returned') then m.subject::uuid end
  where m.state = 'needs-review' order by m.created_at
$$;
