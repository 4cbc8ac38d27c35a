-- What is kept of a panelist who deleted the profile, so that nobody deletes it to be paid twice, to be rid of a debt or to
-- come back after having been blocked. Nobody is written down who was approved, owes nothing and was paid nothing.
create table tombstones (
  -- The same keyed hashes as in panelists: of the did and of the mobile number.
  did_index bytea not null,
  number_index bytea not null,
  status text not null check (status in ('approved', 'pending', 'rejected', 'suspended', 'blocked', 'underage', 'duplicate')),
  -- Cents; zero once a new profile has taken the debt over.
  debt bigint not null check (debt >= 0),
  -- 'partner:survey' of each survey that was paid.
  surveys text[] not null,
  deleted_at timestamptz not null,
  primary key (did_index, number_index)
);
create index tombstones_by_number on tombstones (number_index);
create index tombstones_by_age on tombstones (deleted_at);

-- The surveys of a partner that were paid to a panelist under an earlier profile.
create function surveys_paid_before(in_panelist uuid, in_partner text) returns table (survey_id text)
language sql stable as $$
  select substr(s, length(in_partner) + 2)
  from panelists p join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index, unnest(t.surveys) s
  where p.id = in_panelist and starts_with(s, in_partner || ':')
$$;

-- A reward that was held when its profile was deleted: given up by the panelist, not taken back by the partner.
alter table rewards drop constraint rewards_state_check, add constraint rewards_state
  check (state in ('pending', 'available', 'reversed', 'forfeited'));

-- What the panel has lost: debts of deleted profiles, and what partners took back after the profile was deleted.
alter table transfers drop constraint transfers_kind_check, add constraint transfers_kind_check check (kind in
  ('earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved', 'withdrawal-paid', 'withdrawal-returned',
   'forfeited', 'written-off', 'debt-restored'));
alter table postings drop constraint postings_account_check, add constraint postings_account_check check (account in
  ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed', 'write-off') or account like 'partner:%');
alter table ledger_totals add column postings_write_off bigint not null default 0;

create or replace function apply_postings() returns trigger language plpgsql as $$
begin
  -- A registration without a debt inserts none.
  if not exists (select from new_postings) then return null; end if;
  update wallets w set
    pending = w.pending + d.pending,
    available = w.available + d.available,
    reserved = w.reserved + d.reserved,
    owed = w.owed + d.owed
  from (
    select t.wallet_id,
      coalesce(sum(n.amount) filter (where n.account = 'pending'), 0) as pending,
      coalesce(sum(n.amount) filter (where n.account = 'available'), 0) as available,
      coalesce(sum(n.amount) filter (where n.account = 'reserved'), 0) as reserved,
      coalesce(sum(n.amount) filter (where n.account = 'owed'), 0) as owed
    from new_postings n join transfers t on t.id = n.transfer_id
    group by t.wallet_id
  ) d
  where w.id = d.wallet_id;
  insert into ledger_totals as l (shard, postings_partner, postings_pending, postings_available, postings_reserved,
    postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off)
  select pg_backend_pid() % 64, sum(partner), sum(pending), sum(available), sum(reserved), sum(owed), sum(paid_out),
    sum(forfeited), sum(unclaimed), sum(write_off)
  from (
    select sum(amount) as total,
      coalesce(sum(amount) filter (where account like 'partner:%'), 0) as partner,
      coalesce(sum(amount) filter (where account = 'pending'), 0) as pending,
      coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
      coalesce(sum(amount) filter (where account = 'owed'), 0) as owed,
      coalesce(sum(amount) filter (where account = 'paid-out'), 0) as paid_out,
      coalesce(sum(amount) filter (where account = 'forfeited'), 0) as forfeited,
      coalesce(sum(amount) filter (where account = 'unclaimed'), 0) as unclaimed,
      coalesce(sum(amount) filter (where account = 'write-off'), 0) as write_off
    from new_postings group by transfer_id
  ) t
  having bool_and(total = 0)
  on conflict (shard) do update set
    postings_partner = l.postings_partner + excluded.postings_partner,
    postings_pending = l.postings_pending + excluded.postings_pending,
    postings_available = l.postings_available + excluded.postings_available,
    postings_reserved = l.postings_reserved + excluded.postings_reserved,
    postings_owed = l.postings_owed + excluded.postings_owed,
    postings_paid_out = l.postings_paid_out + excluded.postings_paid_out,
    postings_forfeited = l.postings_forfeited + excluded.postings_forfeited,
    postings_unclaimed = l.postings_unclaimed + excluded.postings_unclaimed,
    postings_write_off = l.postings_write_off + excluded.postings_write_off;
  if not found then
    raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- As before; a survey that was paid under an earlier profile counts as credited.
create or replace function lock_session(in_session text, in_dedupe_key text, in_survey text, in_since timestamptz)
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
        where b.wallet_id = w.id and b.partner = s.partner and b.survey_id = any(e.surveys || in_survey || s.survey_id || s.id)
        union all
        select b.survey_id from surveys_paid_before(w.panelist_id, s.partner) b)
    from (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text)
          order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys
      from partner_events b where b.session_id = s.id
    ) e
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = in_dedupe_key
    left join rewards r on r.session_id = s.id;
end $$;

-- The debts of profiles that were deleted before: whose they were isn't known any more.
with t as (
  insert into transfers (kind, key, wallet_id, at)
  select 'written-off', 'written-off:' || id, id, now() from wallets where panelist_id is null and owed < 0
  returning id, wallet_id
)
insert into postings (transfer_id, account, amount)
select t.id, p.account, p.amount
from t join wallets w on w.id = t.wallet_id, lateral (values ('write-off', w.owed), ('owed', -w.owed)) p (account, amount);
set constraints all immediate;
