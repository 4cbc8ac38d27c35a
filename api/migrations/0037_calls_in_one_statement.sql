-- Calls that lock, read, decide and write in one function: one round trip and one transaction. They are no single
-- statements, because a statement that has waited for a lock still sees the other tables as they were before it waited; each
-- statement of a function sees what is there now.
drop function lock_panelist_to_submit;
drop function lock_wallet_to_withdraw;

-- Reserves the whole available balance of a panelist for a voucher and tells the chat. Returns whether it is accepted, and
-- null where nobody has the did. Requested again while it is open, or after `in_repeat_since` once it was paid, it changes
-- nothing and is accepted again. The reference begins with the wallet's shard: the issuer's files bring nothing else.
create function request_withdrawal(
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
    select b.state, b.requested_at from withdrawals b where b.wallet_id = w.id order by b.requested_at desc limit 1
  ) d on true
  where a.id = w.panelist_id;
  if p.status <> 'approved' then return false; end if;
  if p.state not in ('paid', 'returned') then return true; end if;
  if w.available < in_minimum then return coalesce(p.state = 'paid' and p.requested_at > in_repeat_since, false); end if;
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

-- Stores a panelist's submission, makes each of its answers the current one to its question, sets when the survey falls due
-- next (null: never again), and records that the panelist is active. Returns false where it repeats the latest submission of
-- the questionnaire after `in_repeat_since`, and null where nobody has the did, or no longer under the id for which the
-- answers were encrypted.
create function submit_answers(
  in_did_index bytea, in_encrypted_for uuid, in_questionnaire text, in_version integer, in_answers jsonb, in_sealed bytea,
  in_digest bytea, in_questions text[], in_answer jsonb[], in_answer_sealed bytea[], in_birth_month bytea[],
  in_survey text, in_due_at timestamptz, in_repeat_since timestamptz, in_at timestamptz
) returns boolean language plpgsql as $$
declare
  panelist uuid;
  latest record;
begin
  update panelists p set last_active_at = greatest(p.last_active_at, in_at)
  where p.did_index = in_did_index and p.id = coalesce(in_encrypted_for, p.id) returning p.id into panelist;
  if not found then return null; end if;
  select b.digest, b.submitted_at into latest from submissions b
  where b.panelist_id = panelist and b.questionnaire = in_questionnaire order by b.submitted_at desc, b.id desc limit 1;
  if latest.digest = in_digest and latest.submitted_at > in_repeat_since then return false; end if;
  insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
  values (panelist, in_questionnaire, in_version, in_answers, in_sealed, in_digest, in_at);
  insert into profile_answers (panelist_id, question, answer, sealed, birth_month, answered_at)
  select panelist, a.question, a.answer, a.sealed, a.birth_month, in_at
  from unnest(in_questions, in_answer, in_answer_sealed, in_birth_month) as a (question, answer, sealed, birth_month)
  on conflict (panelist_id, question)
  do update set answer = excluded.answer, sealed = excluded.sealed, birth_month = excluded.birth_month, answered_at = excluded.answered_at;
  if in_due_at is not null then
    update profiling_due d set due_at = in_due_at, invite_at = in_due_at where d.panelist_id = panelist and d.survey = in_survey;
  elsif in_survey is not null then
    delete from profiling_due d where d.panelist_id = panelist and d.survey = in_survey;
  end if;
  return true;
end $$;
