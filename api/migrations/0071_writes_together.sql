-- Calls of several panelists in one transaction. With `in_wait` it is the call of one, which waits for whoever has locked the same
-- row; without, whatever is locked is left out and gets no row, so that nobody waits for somebody else. The rows are locked in a statement of its own,
-- because a statement sees the other tables as they were before it took its locks. No panelist may be named twice.

-- Reserves the whole available balance of each panelist for a voucher and tells the chat. `accepted` says whether it is accepted; there is no row where nobody has
-- the did. Requested again while it is open, or after `in_repeat_since` once it was paid, it changes nothing and is accepted again. No withdrawal is accepted within a
-- day of ten that came back. The reference begins with the wallet's shard: the issuer's files bring nothing else.
drop function request_withdrawal;
create function request_withdrawals(
  in_wait boolean, in_did_indexes bytea[], in_ids uuid[], in_dids_sealed bytea[], in_messages uuid[],
  in_minimum bigint, in_repeat_since timestamptz, in_at timestamptz
) returns table (place integer, accepted boolean) language plpgsql as $$
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
          else 'accepted'
        end as verdict
      from unnest(in_did_indexes, in_ids, in_dids_sealed, in_messages) with ordinality as g (did_index, id, did_sealed, message, place)
      join panelists p on p.did_index = g.did_index
      join wallets w on w.panelist_id = p.id and w.id = any(locked)
      left join lateral (
        select b.state, b.requested_at from withdrawals b where b.wallet_id = w.id
        order by b.state in ('paid', 'returned'), b.requested_at desc limit 1
      ) d on true
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
    select a.place::integer, a.verdict <> 'refused' from asked a;
end $$;

-- Stores a submission of each panelist, makes each of its answers the current one to its question, sets when the survey falls due
-- next (null: never again), and records that the panelist is active. `stored` is false where it repeats the latest submission of the questionnaire after
-- `in_repeat_since`; there is no row where nobody has the did, or no longer under the id for which the answers were encrypted.
-- A personal answer names the place of its submission.
drop function submit_answers;
create function submit_answers(
  in_wait boolean, in_did_indexes bytea[], in_encrypted_for uuid[], in_questionnaires text[], in_versions integer[], in_answers jsonb[],
  in_sealed bytea[], in_digests bytea[], in_birth_months bytea[], in_surveys text[], in_due_at timestamptz[],
  in_personal_places integer[], in_personal_questions text[], in_personal_answers bytea[], in_repeat_since timestamptz, in_at timestamptz
) returns table (place integer, stored boolean) language plpgsql as $$
declare
  locked uuid[];
begin
  if in_wait then
    locked := array(select p.id from panelists p where p.did_index = any(in_did_indexes) for no key update);
  else
    locked := array(select p.id from panelists p where p.did_index = any(in_did_indexes) for no key update skip locked);
  end if;
  return query
    with given as materialized (
      select g.place, p.id as panelist_id, g.questionnaire, g.version, g.answers, g.sealed, g.digest, g.birth_month, g.survey, g.due_at,
        coalesce(latest.digest = g.digest and latest.submitted_at > in_repeat_since, false) as is_repeat
      from unnest(in_did_indexes, in_encrypted_for, in_questionnaires, in_versions, in_answers, in_sealed, in_digests,
          in_birth_months, in_surveys, in_due_at)
        with ordinality as g (did_index, encrypted_for, questionnaire, version, answers, sealed, digest, birth_month, survey, due_at, place)
      join panelists p on p.did_index = g.did_index and p.id = coalesce(g.encrypted_for, p.id) and p.id = any(locked)
      left join lateral (
        select b.digest, b.submitted_at from submissions b
        where b.panelist_id = p.id and b.questionnaire = g.questionnaire order by b.submitted_at desc, b.id desc limit 1
      ) latest on true
    ),
    active as (
      update panelists p set last_active_at = greatest(p.last_active_at, in_at) from given g where p.id = g.panelist_id
    ),
    submission as (
      insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
      select g.panelist_id, g.questionnaire, g.version, g.answers, g.sealed, g.digest, in_at from given g where not g.is_repeat
    ),
    profile as (
      update profiles p set answers = p.answers || g.answers, birth_month = coalesce(g.birth_month, p.birth_month)
      from given g where p.panelist_id = g.panelist_id and not g.is_repeat
    ),
    personal as (
      insert into personal_answers (panelist_id, question, sealed)
      select g.panelist_id, a.question, a.sealed
      from unnest(in_personal_places, in_personal_questions, in_personal_answers) as a (place, question, sealed)
      join given g on g.place = a.place and not g.is_repeat
      on conflict (panelist_id, question) do update set sealed = excluded.sealed
    ),
    due as (
      update profiling_due d set due_at = g.due_at, invite_at = g.due_at
      from given g where d.panelist_id = g.panelist_id and d.survey = g.survey and g.due_at is not null and not g.is_repeat
    ),
    never_due as (
      delete from profiling_due d using given g
      where d.panelist_id = g.panelist_id and d.survey = g.survey and g.due_at is null and not g.is_repeat
    )
    select g.place::integer, not g.is_repeat from given g;
end $$;

-- Locks the wallets of sessions and returns all that decides about another event of each. Of several sessions of one wallet the first is returned.
drop function lock_session;
create function lock_sessions(in_wait boolean, in_sessions text[], in_dedupe_keys text[], in_surveys text[], in_at timestamptz)
returns table (
  place integer, partner text, pid text, survey_id text, opened_at timestamptz,
  wallet_id uuid, panelist_id uuid, pending bigint, available bigint, reserved bigint, owed bigint,
  events jsonb, earlier_id bigint, earlier_digest bytea,
  reward_id uuid, reward_amount bigint, reward_state text, reward_changes integer, share_ppm integer, zar_per_usd_micros bigint,
  earned bigint, completions integer, partner_earned bigint, credited_surveys text[], is_withheld boolean
)
language plpgsql as $$
declare
  locked uuid[];
begin
  if in_wait then
    locked := array(
      select w.id from survey_sessions a join wallets w on w.id = a.wallet_id where a.id = any(in_sessions) for no key update of w);
  else
    locked := array(
      select w.id from survey_sessions a join wallets w on w.id = a.wallet_id where a.id = any(in_sessions) for no key update of w skip locked);
  end if;
  return query
    select s.place::integer, s.partner, s.pid, s.survey_id, s.created_at, w.id, w.panelist_id,
      w.pending::bigint, w.available::bigint, w.reserved::bigint, w.owed::bigint,
      e.events, earlier.id, earlier.digest, r.id, r.amount::bigint, r.state::text, r.changes, r.share_ppm, r.zar_per_usd_micros,
      day.earned, day.completions,
      (select coalesce(sum(b.credited), 0)::bigint from partner_days b
        where b.partner = s.partner and b.day = (in_at at time zone 'Africa/Johannesburg')::date),
      case when w.is_of_returner then array(select b.survey_id from surveys_paid_before(w.panelist_id, s.partner) b) else '{}' end || array(
        select b.survey_id from rewards b
        where b.wallet_id = w.id and b.partner = s.partner and b.survey_id = any(e.surveys || s.reported_survey || s.survey_id || s.id)),
      coalesce(e.is_withheld, false)
    from (
      select distinct on (a.wallet_id) a.*, g.dedupe_key, g.survey_id as reported_survey, g.place
      from unnest(in_sessions, in_dedupe_keys, in_surveys) with ordinality as g (session_id, dedupe_key, survey_id, place)
      join survey_sessions a on a.id = g.session_id and a.wallet_id = any(locked)
      order by a.wallet_id, g.place
    ) s
    join wallets w on w.id = s.wallet_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text,
            'isByHand', coalesce(b.raw_code in ('operator', 'statement'), false)) order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys,
        bool_or(is_withheld(b.effect)) as is_withheld
      from partner_events b where b.session_id = s.id
    ) e
    cross join lateral (
      select coalesce(sum(b.amount), 0)::bigint as earned, count(*)::int as completions
      from rewards b where b.wallet_id = w.id and b.earned_at > in_at - interval '1 day'
    ) day
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = s.dedupe_key
    left join rewards r on r.session_id = s.id;
end $$;

-- Applies all transfers of a statement to the wallets at once, where it took each transfer by itself.
create or replace function apply_postings() returns trigger language plpgsql as $$
begin
  if exists (select from new_postings group by transfer_id having sum(amount) <> 0) then
    raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
  end if;
  with moved as (
    select t.wallet_id,
      sum(case when n.account like 'partner:%' then n.amount else 0 end) as partner,
      sum(case n.account when 'pending' then n.amount else 0 end) as pending, sum(case n.account when 'available' then n.amount else 0 end) as available,
      sum(case n.account when 'reserved' then n.amount else 0 end) as reserved, sum(case n.account when 'owed' then n.amount else 0 end) as owed,
      sum(case n.account when 'paid-out' then n.amount else 0 end) as paid_out, sum(case n.account when 'forfeited' then n.amount else 0 end) as forfeited,
      sum(case n.account when 'unclaimed' then n.amount else 0 end) as unclaimed, sum(case n.account when 'write-off' then n.amount else 0 end) as write_off
    from new_postings n join transfers t on t.id = n.transfer_id group by t.wallet_id
  ),
  applied as (
    update wallets w set pending = w.pending + m.pending, available = w.available + m.available,
      reserved = w.reserved + m.reserved, owed = w.owed + m.owed, earned = w.earned - m.partner
    from moved m where w.id = m.wallet_id
  )
  insert into ledger_totals (postings_partner, postings_pending, postings_available, postings_reserved,
    postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off)
  select sum(partner), sum(pending), sum(available), sum(reserved), sum(owed), sum(paid_out), sum(forfeited), sum(unclaimed), sum(write_off)
  from moved having count(*) > 0;
  return null;
end $$;
