-- Surveys that ended without a completion: what can be reported about them, and thank-yous for late screen-outs.

alter table disputes drop constraint disputes_kind_check;
alter table disputes add check
  (kind in ('no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'asked-private', 'other'));

-- Each allows more than before, so the rows needn't be checked again.
alter domain account_name drop constraint account_name_check;
alter domain account_name add constraint account_name_check check (
  value in ('pending', 'available', 'reserved', 'owed', 'paid-out', 'forfeited', 'unclaimed', 'write-off', 'thank-you')
  or value like 'partner:%') not valid;
alter domain transfer_kind drop constraint transfer_kind_check;
alter domain transfer_kind add constraint transfer_kind_check check (value in (
  'earned', 'corrected', 'released', 'reversed', 'reinstated', 'withdrawal-reserved', 'withdrawal-paid', 'withdrawal-returned',
  'claimed', 'forfeited', 'written-off', 'debt-restored', 'thanked')) not valid;

-- The thank-you for a session that a partner screened out late. It stays, whatever the partner reports later.
create table thank_yous (
  id uuid primary key,
  session_id text not null unique, -- outlives the session
  wallet_id uuid not null references wallets,
  amount cents_above_zero not null,
  at timestamptz not null
);
create index thank_yous_of on thank_yous (wallet_id, at);
create trigger thank_yous_kept before update or delete on thank_yous for each statement execute function refuse_change();
grant select, insert on thank_yous to panel_api, panel_app;
grant select on thank_yous to panel_worker, panel_console;

-- What thank-yous cost in a South African month. Its row is the lock of the month's budget.
create table thank_you_months (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  spent cents_held not null
);
grant select, insert, update on thank_you_months to panel_api, panel_app;
grant select on thank_you_months to panel_worker, panel_console;

alter table ledger_totals add column postings_thank_you bigint not null default 0;

-- Postings sum to zero for each transfer, change the wallet, and are added to the totals.
create or replace function apply_postings() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from new_postings group by transfer_id having sum(amount) <> 0) then
    raise exception 'a transfer has postings that do not sum to zero' using errcode = 'check_violation';
  end if;
  with moved as (
    select t.wallet_id,
      coalesce(sum(n.amount) filter (where n.account like 'partner:%'), 0) as partner,
      coalesce(sum(n.amount) filter (where n.account = 'thank-you'), 0) as thank_you,
      coalesce(sum(n.amount) filter (where n.account = 'pending'), 0) as pending,
      coalesce(sum(n.amount) filter (where n.account = 'available'), 0) as available,
      coalesce(sum(n.amount) filter (where n.account = 'reserved'), 0) as reserved,
      coalesce(sum(n.amount) filter (where n.account = 'owed'), 0) as owed,
      coalesce(sum(n.amount) filter (where n.account = 'paid-out'), 0) as paid_out,
      coalesce(sum(n.amount) filter (where n.account = 'forfeited'), 0) as forfeited,
      coalesce(sum(n.amount) filter (where n.account = 'unclaimed'), 0) as unclaimed,
      coalesce(sum(n.amount) filter (where n.account = 'write-off'), 0) as write_off
    from new_postings n join transfers t on t.id = n.transfer_id group by t.wallet_id
  ),
  applied as (
    update wallets w set pending = w.pending + m.pending, available = w.available + m.available,
      reserved = w.reserved + m.reserved, owed = w.owed + m.owed, earned = w.earned - m.partner - m.thank_you
    from moved m where w.id = m.wallet_id
  )
  insert into ledger_totals (postings_partner, postings_thank_you, postings_pending, postings_available, postings_reserved,
    postings_owed, postings_paid_out, postings_forfeited, postings_unclaimed, postings_write_off)
  select sum(partner), sum(thank_you), sum(pending), sum(available), sum(reserved), sum(owed), sum(paid_out), sum(forfeited),
    sum(unclaimed), sum(write_off)
  from moved having count(*) > 0;
  return null;
end $$;

-- How many sessions of the last 30 days ended late without a completion, counted once a day.
create table survey_ends (
  partner text not null,
  survey_id text not null, -- '' for all of the partner's sessions
  counted_on date not null,
  sessions integer not null,
  late_ends integer not null,
  minutes integer, -- median of the late ends
  primary key (partner, survey_id)
);
grant select on survey_ends to panel_api, panel_app, panel_console;
grant select, insert, delete on survey_ends to panel_worker, panel_app;
