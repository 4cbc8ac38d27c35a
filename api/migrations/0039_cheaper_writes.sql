-- What a column may hold as a type of its own. PostgreSQL reads and plans the checks of a table anew for every statement that
-- writes to it, which took a fifth of a withdrawal; the checks of a type it keeps. The types get their checks after the columns
-- have them, since a column is rewritten otherwise.
create domain transfer_kind as text;
create domain account_name as text;
create domain cents_of_posting as bigint;
create domain cents_of_reward as bigint;
create domain cents_of_withdrawal as bigint;
create domain cents_held as bigint;
create domain cents_owed as bigint;
create domain reward_state as text;
create domain withdrawal_state as text;
create domain message_kind as text;
create domain message_state as text;
create domain event_trust as text;
create domain reversal_reason as text;
create domain micros_of_usd as bigint;
create domain interview_seconds as integer;
create domain survey_name as text;

drop trigger wallets_total on wallets;
drop trigger rewards_total_update on rewards;
drop trigger withdrawals_total_update on withdrawals;

alter table transfers drop constraint transfers_kind_check, alter kind type transfer_kind;
alter table postings drop constraint postings_account_check, drop constraint postings_amount_check,
  alter account type account_name, alter amount type cents_of_posting;
alter table wallets drop constraint wallets_pending_check, drop constraint wallets_available_check,
  drop constraint wallets_reserved_check, drop constraint wallets_owed_check,
  alter pending type cents_held, alter available type cents_held, alter reserved type cents_held, alter owed type cents_owed;
alter table rewards drop constraint rewards_amount_check, drop constraint rewards_state,
  alter amount type cents_of_reward, alter state type reward_state;
alter table withdrawals drop constraint withdrawals_amount_check, drop constraint withdrawals_state,
  alter amount type cents_of_withdrawal, alter state type withdrawal_state;
alter table messages drop constraint messages_kind, drop constraint messages_state,
  alter kind type message_kind, alter state type message_state;
alter table partner_events drop constraint partner_events_trust_check, drop constraint partner_events_reason_check,
  drop constraint partner_events_usd_micros_check,
  alter trust type event_trust, alter reason type reversal_reason, alter usd_micros type micros_of_usd;
alter table survey_sessions drop constraint survey_sessions_usd_micros_check, drop constraint survey_sessions_length_seconds_check,
  alter usd_micros type micros_of_usd, alter length_seconds type interview_seconds;
alter table profiling_due drop constraint profiling_due_survey_check, alter survey type survey_name;

alter domain transfer_kind add check (value in ('earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved',
  'withdrawal-paid', 'withdrawal-returned', 'forfeited', 'written-off', 'debt-restored'));
alter domain account_name add check (value in ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed', 'write-off')
  or value like 'partner:%');
alter domain cents_of_posting add check (value <> 0);
alter domain cents_of_reward add check (value > 0);
alter domain cents_of_withdrawal add check (value >= 5000);
alter domain cents_held add check (value >= 0);
alter domain cents_owed add check (value <= 0);
alter domain reward_state add check (value in ('pending', 'available', 'reversed', 'forfeited'));
alter domain withdrawal_state add check (value in ('reserved', 'sending', 'unknown', 'needs-review', 'paid', 'returned'));
alter domain message_kind add check (value in ('voucher', 'withdrawal-requested', 'withdrawal-returned', 'profile-deleted', 'inactivity',
  'invitation', 'task', 'task-reminder'));
alter domain message_state add check (value in ('waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'));
alter domain event_trust add check (value in ('verified', 'unsigned', 'failed'));
alter domain reversal_reason add check (value in ('speeding', 'straight-lining', 'open-ends', 'inconsistent', 'no-record', 'quality'));
alter domain micros_of_usd add check (value >= 0);
alter domain interview_seconds add check (value >= 0);
alter domain survey_name add check (value in ('second-round', 'quarterly', 'yearly'));

-- Room for new versions of a row on its own page: they then need no new entry in any index of the table.
alter table panelists set (fillfactor = 80);
alter table wallets set (fillfactor = 80);

-- What a wallet has earned in all, without what was reversed: the same postings that change its balances change it.
alter table wallets add column earned bigint not null default 0;
update wallets w set earned = e.cents
from (
  select t.wallet_id, -sum(p.amount) as cents from postings p join transfers t on t.id = p.transfer_id
  where p.account like 'partner:%' group by t.wallet_id
) e
where e.wallet_id = w.id;

create or replace function check_empty_wallet() returns trigger language plpgsql as $$
begin
  if (new.pending, new.available, new.reserved, new.owed, new.earned) <> (0, 0, 0, 0, 0) then
    raise exception 'a wallet begins with nothing' using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop function balances_of;
create function balances_of(in_panelist uuid) returns table (available bigint, pending bigint, total bigint)
language sql stable as $$
  select available, pending, earned from wallets where panelist_id = in_panelist
$$;

-- As before, and what the wallet has earned.
create or replace function apply_postings() returns trigger language plpgsql as $$
declare
  t record;
begin
  for t in
    select transfer_id, sum(amount) as total,
      sum(case when account like 'partner:%' then amount else 0 end) as partner,
      sum(case account when 'pending' then amount else 0 end) as pending, sum(case account when 'available' then amount else 0 end) as available,
      sum(case account when 'reserved' then amount else 0 end) as reserved, sum(case account when 'owed' then amount else 0 end) as owed,
      sum(case account when 'paid-out' then amount else 0 end) as paid_out, sum(case account when 'forfeited' then amount else 0 end) as forfeited,
      sum(case account when 'unclaimed' then amount else 0 end) as unclaimed, sum(case account when 'write-off' then amount else 0 end) as write_off
    from new_postings group by transfer_id
  loop
    if t.total <> 0 then
      raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
    end if;
    update wallets w set pending = w.pending + t.pending, available = w.available + t.available,
      reserved = w.reserved + t.reserved, owed = w.owed + t.owed, earned = w.earned - t.partner
    where w.id = (select b.wallet_id from transfers b where b.id = t.transfer_id);
    insert into ledger_totals (postings_partner, postings_pending, postings_available, postings_reserved,
      postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off)
    values (t.partner, t.pending, t.available, t.reserved, t.owed, t.paid_out, t.forfeited, t.unclaimed, t.write_off);
  end loop;
  return null;
end $$;

-- The conditions of these triggers stand in their functions, since PostgreSQL reads a trigger's own condition anew each time, too.
create or replace function total_wallet() returns trigger language plpgsql as $$
begin
  if (old.pending, old.available, old.reserved, old.owed) is distinct from (new.pending, new.available, new.reserved, new.owed) then
    insert into ledger_totals (wallets_pending, wallets_available, wallets_reserved, wallets_owed)
    values (new.pending - old.pending, new.available - old.available, new.reserved - old.reserved, new.owed - old.owed);
  end if;
  return null;
end $$;
create trigger wallets_total after update on wallets for each row execute function total_wallet();

create or replace function total_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.state, old.amount) is distinct from (new.state, new.amount) then
    insert into ledger_totals (states_reserved, states_paid_out) values (
      case when new.state not in ('paid', 'returned') then new.amount else 0 end
        - case when old.state not in ('paid', 'returned') then old.amount else 0 end,
      case new.state when 'paid' then new.amount else 0 end - case old.state when 'paid' then old.amount else 0 end);
  end if;
  return null;
end $$;
create trigger withdrawals_total_update after update on withdrawals for each row execute function total_withdrawal();

create or replace function total_reward() returns trigger language plpgsql as $$
begin
  if (old.state, old.amount) is distinct from (new.state, new.amount) then
    insert into ledger_totals (states_pending) values (
      case new.state when 'pending' then new.amount else 0 end - case old.state when 'pending' then old.amount else 0 end);
  end if;
  return null;
end $$;
create trigger rewards_total_update after update on rewards for each row execute function total_reward();

-- As a table, which is planned together with the statement that reads it.
drop function shown_estimates;
create function shown_estimates() returns table (estimates jsonb) language sql stable as $$
  select jsonb_object_agg(partner, jsonb_build_object('from', reward_from::text, 'to', reward_to::text, 'minutes', minutes))
  from survey_estimates where completions >= 30
$$;

-- As before; a function returns the types of its own columns alone.
create or replace function lock_session(in_session text, in_dedupe_key text, in_survey text, in_at timestamptz)
returns table (
  partner text, pid text, survey_id text, opened_at timestamptz,
  wallet_id uuid, panelist_id uuid, pending bigint, available bigint, reserved bigint, owed bigint,
  events jsonb, earlier_id bigint, earlier_digest bytea,
  reward_id uuid, reward_amount bigint, reward_state text, reward_changes integer, share_ppm integer, zar_per_usd_micros bigint,
  earned bigint, completions integer, partner_earned bigint, credited_surveys text[], is_withheld boolean
)
language plpgsql as $$
declare
  s record;
  paid_before text[] := '{}';
begin
  select a.partner, a.pid, a.survey_id, a.created_at, w.id, w.panelist_id, w.pending::bigint, w.available::bigint, w.reserved::bigint, w.owed::bigint,
    w.is_of_returner
    into s
  from survey_sessions a join wallets w on w.id = a.wallet_id where a.id = in_session for no key update of w;
  if not found then return; end if;
  if s.is_of_returner then paid_before := array(select b.survey_id from surveys_paid_before(s.panelist_id, s.partner) b); end if;
  return query
    select s.partner, s.pid, s.survey_id, s.created_at, s.id, s.panelist_id, s.pending, s.available, s.reserved, s.owed,
      e.events, earlier.id, earlier.digest, r.id, r.amount::bigint, r.state::text, r.changes, r.share_ppm, r.zar_per_usd_micros,
      day.earned, day.completions,
      (select coalesce(sum(b.credited), 0)::bigint from partner_days b
        where b.partner = s.partner and b.day = (in_at at time zone 'Africa/Johannesburg')::date),
      paid_before || array(
        select b.survey_id from rewards b
        where b.wallet_id = s.id and b.partner = s.partner and b.survey_id = any(e.surveys || in_survey || s.survey_id || in_session)),
      coalesce(e.is_withheld, false)
    from (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text)
          order by b.id), '[]') as events,
        array_agg(b.survey_id) as surveys,
        bool_or(is_withheld(b.effect)) as is_withheld
      from partner_events b where b.session_id = in_session
    ) e
    cross join (
      select coalesce(sum(b.amount), 0)::bigint as earned, count(*)::int as completions
      from rewards b where b.wallet_id = s.id and b.earned_at > in_at - interval '1 day'
    ) day
    left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = in_dedupe_key
    left join rewards r on r.session_id = in_session;
end $$;
